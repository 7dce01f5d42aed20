import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { writeTemplate } from '../../../src/catalog/template.ts';
import { repositoryAt, repository as thisRepository } from '../../../src/util/repository.ts';
import { GO_JSON_HANDLER } from '../../measure/support/go-proxy.ts';
import { readEventFixture } from './events.ts';
import { gitIn } from './git.ts';

/**
 * A repository made on the fly, with this one's harness and workflows, small targets and an origin beside it; its
 * workflows are run by act on this machine, with stand-ins for the actions that come from elsewhere.
 */
export interface World {
  root: string;
  origin: string;
  /** Git in the checkout. */
  git(...words: string[]): string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** What main has of a path. */
  onMain(...words: string[]): string;
  /** Commits everything to a branch and pushes it as the head and the merge of pull request 7; gives back the head. */
  pullRequest(change: () => void): string;
  /** Merges pull request 7, as it is, into main. */
  merge(): void;
  artifacts: string;
  run(event: string, workflow: string, options?: RunOptions): Promise<ActRun>;
  remove(): void;
}

interface RunOptions {
  fixture?: string;
  /** Laid over the fixture. */
  payload?: Record<string, unknown>;
  variables?: Record<string, string>;
  environment?: Record<string, string>;
  inputs?: Record<string, string>;
  job?: string;
}

export interface ActRun {
  exitCode: number | null;
  /** What act and all steps printed. */
  log: string;
}

/** How the jobs of a workflow ended, by what act printed at the end of each that it ran. */
export function endsOf(workflow: string, { log }: ActRun): { name: string; conclusion: string }[] {
  const pattern = new RegExp(`^\\[${workflow}/([^\\]]+?)\\s*\\]\\s+🏁\\s+Job (succeeded|failed)`, 'gm');
  return [...log.matchAll(pattern)].map(([, name = '', how]) => ({
    name,
    conclusion: how === 'failed' ? 'failure' : 'success',
  }));
}

const standIns = fileURLToPath(new URL('../stand-ins/', import.meta.url));
const RUN_SECONDS = 600;
/** The label of a pinned runner, for the variable PITWALL_RUNNERS: this machine plays it. */
export const PINNED = 'pitwall-a';
/** Turns of a loop in each answer: next to it, what the server itself needs for a request is small. */
export const WORK = 80_000;

/** What the harness needs of this repository; tests and documents stay. */
const COPIED = [
  ...[
    'bench/src',
    'bench/bin',
    'bench/package.json',
    'bench/calibration',
    'bench/replays',
    'bench/templates',
  ],
  ...[
    'site',
    'targets/shared',
    'targets/CONTRACT.md',
    'targets/.dockerignore',
    '.github',
    '.nvmrc',
    'compose.yaml',
  ],
  ...['package-lock.json', 'results/README.md', 'results/published', '.gitignore'],
];

const SMALL_PROFILE = {
  description: 'As short as can be.',
  scenarios: ['json'],
  loadShapes: [{ loader: 'wrk', connections: 8 }],
  blocks: 2,
  sliceSeconds: 1,
  cycles: 1,
  warmup: { maxSeconds: 2, otherwise: 'mark' },
  coldStarts: 0,
};

/**
 * The workflows' own set-up installs what the lock file pins unless that is there already. In the world it must be: its
 * node_modules is a link to this repository's, and an installation would go through it.
 */
function requireInstalled(): void {
  const lock = readFileSync(join(thisRepository.root, 'package-lock.json'));
  const stamp = join(thisRepository.root, 'node_modules/.pitwall-lock');
  const installed =
    existsSync(stamp) && readFileSync(stamp, 'utf8') === createHash('sha256').update(lock).digest('hex');
  if (!installed) throw new Error('node_modules is not what the lock file pins; run: npm run bench -- help');
}

export function makeWorld(act: string): World {
  requireInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-world-'));
  const root = join(folder, 'checkout');
  const origin = join(folder, 'origin.git');
  const artifacts = join(folder, 'artifacts');
  for (const path of [root, origin, artifacts]) mkdirSync(path);
  const git = gitIn(root);
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const path of COPIED) {
    cpSync(join(thisRepository.root, path), join(root, path), {
      recursive: true,
      filter: (from) => !/\/(?:node_modules|dist|\.astro|site\/data|site\/public\/data)$/.test(from),
    });
  }
  withoutQueues(root);
  onAnyMachine(root);
  asProcesses(root);
  write('package.json', packageOfWorld());
  write('world.test.mjs', "import { test } from 'node:test';\ntest('a test of the world', () => {});\n");
  for (const name of ['standard', 'smoke']) write(`bench/profiles/${name}.yaml`, stringify(SMALL_PROFILE));
  writeTemplate(repositoryAt(root), {
    id: 'go/busy',
    language: 'go',
    framework: 'busy',
    maintainers: ['keeper'],
  });
  const router = 'targets/go/busy/router.go';
  write(router, busy(readFileSync(join(root, router), 'utf8'), WORK));
  gitIn(origin)('init', '-q', '--bare', '-b', 'main');
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', origin);
  symlinkSync(join(thisRepository.root, 'node_modules'), join(root, 'node_modules'));
  git('add', '.');
  git('commit', '-qm', 'The world begins');
  git('push', '-q', 'origin', 'main');

  const world: World = {
    root,
    origin,
    artifacts,
    git,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    onMain: (...words) => gitIn(origin)(...words),
    pullRequest(change) {
      git('fetch', '-q', 'origin', 'main');
      git('checkout', '-q', '-f', '-B', 'topic', 'origin/main');
      change();
      git('add', '.');
      git('commit', '-qm', 'A change');
      const head = git('rev-parse', 'HEAD');
      git('push', '-q', '-f', 'origin', 'HEAD:refs/pull/7/head', 'HEAD:refs/pull/7/merge');
      git('checkout', '-q', '-f', '-B', 'main', 'origin/main');
      return head;
    },
    merge() {
      git('fetch', '-q', 'origin', 'main', '+refs/pull/7/head:refs/remotes/origin/pull');
      git('checkout', '-q', '-f', '-B', 'main', 'origin/main');
      git('merge', '-q', '--no-ff', '-m', 'Merge pull request 7', 'origin/pull');
      git('push', '-q', 'origin', 'main');
    },
    async run(event, workflow, options = {}) {
      rmSync(artifacts, { recursive: true, force: true });
      mkdirSync(artifacts);
      const payload = { ...readEventFixture(options.fixture ?? 'push'), ...options.payload };
      const file = join(folder, 'event.json');
      writeFileSync(file, JSON.stringify(options.inputs ? { ...payload, inputs: options.inputs } : payload));
      const pairs = (flag: string, values: Record<string, string> = {}): string[] =>
        Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
      return execute(
        act,
        [
          event,
          ...['-W', `.github/workflows/${workflow}.yml`, '-e', file],
          ...['ubuntu-24.04', PINNED].flatMap((label) => ['-P', `${label}=-self-hosted`]),
          ...['--no-skip-checkout', '--secret', 'GITHUB_TOKEN=a-token', '--defaultbranch', 'main'],
          ...['--action-cache-path', join(folder, 'act'), '--concurrent-jobs', '1', '--no-cache-server'],
          ...(options.job === undefined ? [] : ['-j', options.job]),
          ...localActions(root),
          ...pairs('--var', { PITWALL_LAUNCHER: 'process', ...options.variables }),
          ...pairs('--input', options.inputs),
          ...pairs('--env', {
            PITWALL_TEST_ORIGIN: origin,
            PITWALL_TEST_NODE_MODULES: join(thisRepository.root, 'node_modules'),
            PITWALL_TEST_ARTIFACTS: artifacts,
            ...options.environment,
          }),
        ],
        root,
        folder,
      );
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** act 0.2.89 does not know `queue` of a concurrency group, and has one job at a time in any case. */
function withoutQueues(root: string): void {
  for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^ +queue: max\n/gm, ''));
  }
}

/**
 * A pinned runner is swept and has to be fit. The machine of a test may be busy, and its engine may hold what others
 * need: only the checkout's own folders are swept, and nobody asks how busy it is.
 */
function onAnyMachine(root: string): void {
  const path = join(root, '.github/workflows/bench.yml');
  const text = readFileSync(path, 'utf8');
  const changed = text
    .replaceAll(/ci sweep$/gm, 'ci sweep --without-engine')
    .replaceAll(/doctor --strict$/gm, 'doctor');
  if (changed === text) throw new RangeError('bench.yml prepares a pinned runner in another way now');
  writeFileSync(path, changed);
}

/**
 * A pull request is verified and measured in containers, and no variable changes that. The world's pull requests are this
 * test's own, and this machine may have no engine: its copies of the workflows start them as processes.
 */
function asProcesses(root: string): void {
  for (const name of ['pr-bench.yml', 'targets.yml']) {
    const path = join(root, '.github/workflows', name);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(/^( +LAUNCHER:) compose$/m, '$1 process');
    if (changed === text) throw new RangeError(`${name} names its launcher in another way now`);
    writeFileSync(path, changed);
  }
}

/** Each action of the workflows, at the commit that they name, from the folder of stand-ins. */
function localActions(root: string): string[] {
  const uses = new Set<string>();
  const names = ['ci', 'targets', 'results', 'bench', 'pr-bench', 'pr-report', 'pr-ask', 'pages', 'releases'];
  const files = names.map((name) => `.github/workflows/${name}.yml`);
  for (const file of [...files, '.github/actions/setup/action.yml']) {
    for (const [, action = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /uses: ([\w-]+\/[\w-]+@[0-9a-f]{40})/g,
    ))
      uses.add(action);
  }
  return [...uses].flatMap((action) => {
    const name = action.split('/')[1]?.split('@')[0] ?? '';
    if (!existsSync(join(standIns, name))) throw new RangeError(`no stand-in for ${action}`);
    return ['--local-repository', `${action}=${join(standIns, name)}`];
  });
}

function packageOfWorld(): string {
  const own = JSON.parse(readFileSync(join(thisRepository.root, 'package.json'), 'utf8')) as {
    scripts: object;
  };
  // The shell passes over what `npm test -- --all` adds.
  const test = 'node --test world.test.mjs #';
  return JSON.stringify({ ...own, scripts: { ...own.scripts, test } }, null, 2);
}

/** The router of the template's server, with work of a known size in one handler: ten per cent more turns are ten per cent more work. */
export function busy(source: string, turns: number): string {
  if (!GO_JSON_HANDLER.test(source)) throw new RangeError('the template has another handler now');
  const changed = source.replace(GO_JSON_HANDLER, `$1\t\twork(${Math.round(turns)})\n`);
  return changed.includes('func work(')
    ? changed
    : `${changed}
var sink atomic.Uint32

func work(turns uint32) {
	value := sink.Load()
	for turn := range turns {
		value = value*31 + turn
	}
	sink.Store(value)
}
`;
}

function execute(program: string, words: string[], cwd: string, home: string): Promise<ActRun> {
  // No setting of act or of git that this machine may have, and no word that a test runner is above: the workflows
  // begin one of their own.
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...outside } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...outside, XDG_CONFIG_HOME: home },
      timeout: RUN_SECONDS * 1_000,
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (log += text));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, log }));
  });
}
