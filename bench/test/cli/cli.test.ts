import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands } from '../../src/commands/index.ts';
import { runCommandLine } from '../../src/commands/program.ts';
import { createTerminal } from '../../src/terminal/terminal.ts';
import { displayWidth } from '../../src/terminal/width.ts';
import { describeError, exitCodes, PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';

/** The command line itself, on this checkout; nothing here measures or writes. */
const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

function bench(...words: string[]): Promise<Outcome> {
  return benchWith({}, ...words);
}

/** Outside of a workflow, unless the environment says otherwise: these tests may run within one. */
function benchWith(environment: Record<string, string>, ...words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, COLUMNS: '', NO_COLOR: '1', GITHUB_ACTIONS: 'false', ...environment };
    const child = spawn(process.execPath, [...process.execArgv, cli, ...words], { env });
    const outcome: Outcome = { exitCode: null, stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        outcome[name] += text;
      });
    child.on('close', (exitCode) => resolve({ ...outcome, exitCode }));
  });
}

/**
 * The same within this process, for what ends before anything begins: a process for each of some sixty command
 * lines would take longer than all else here.
 */
function inside(...words: string[]): Promise<Outcome> {
  return insideWith({}, ...words);
}

async function insideWith(environment: Record<string, string>, ...words: string[]): Promise<Outcome> {
  const outcome: Outcome = { exitCode: null, stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      outcome[name] += text;
    },
  });
  const terminal = createTerminal(stream('stdout'), stream('stderr'), environment);
  const context = { repository, terminal, environment, signal: new AbortController().signal };
  try {
    outcome.exitCode = await runCommandLine(words, commands, context);
  } catch (error) {
    if (!(error instanceof PitwallError)) throw error;
    outcome.exitCode = error.exitCode;
    terminal.note(describeError(error));
  }
  return outcome;
}

/** Four parts on standard error, nothing on standard output, no stack. */
async function refused(words: string[], exitCode: number): Promise<string> {
  const { stdout, stderr, exitCode: seen } = await inside(...words);
  assert.equal(seen, exitCode, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^✗ .+\n {2}where {5}.+\n {2}expected {2}.+\n {2}seen {6}.+\n {2}next {6}.+\n$/);
  return stderr;
}

describe('help', () => {
  test('of all: every command with its summary, and every exit code', async () => {
    for (const outcome of [await bench('--help'), await inside('-h'), await inside('help')]) {
      const { stdout, stderr, exitCode } = outcome;
      assert.equal(exitCode, exitCodes.ok);
      assert.equal(stderr, '');
      const width = Math.max(...commands.map(({ name }) => name.length));
      for (const { name, summary } of commands)
        assert.ok(stdout.includes(`\n  ${name.padEnd(width)}  ${summary}\n`), name);
      for (const code of Object.values(exitCodes)) assert.match(stdout, new RegExp(`^ +${code}  \\w`, 'm'));
    }
  });

  test('of nothing: the five commands that come first, and where the others are', async () => {
    const { stdout, stderr, exitCode } = await bench();
    assert.equal(exitCode, exitCodes.ok);
    assert.equal(stderr, '');
    const named = [...stdout.matchAll(/^ {2}npm (?:run bench -- )?(\w+) {2,}\w/gm)].map(([, name]) => name);
    assert.deepEqual(named, ['start', 'doctor', 'new', 'verify', 'run']);
    assert.match(stdout, /^All \d+ commands: npm run bench -- --help$/m);
  });

  for (const { name, summary, options } of commands) {
    test(`of ${name}`, async () => {
      const { stdout, stderr, exitCode } = await inside(...name.split(' '), '--help');
      assert.equal(exitCode, exitCodes.ok);
      assert.equal(stderr, '');
      assert.ok(stdout.startsWith(`Usage: npm run bench -- ${name}`), stdout);
      assert.ok(stdout.includes(`\n\n${summary}\n\n`), stdout);
      for (const option of [...Object.keys(options), 'help'])
        assert.match(stdout, new RegExp(`^ +(-h, )?--${option}\\b`, 'm'));
      assert.match(stdout, /Exit codes:/);
    });
  }

  test('is wrapped to the terminal, but for names that are longer than it leaves room for', async () => {
    for (const columns of [60, 80, 120]) {
      for (const { name } of commands) {
        const { stdout } = await insideWith({ COLUMNS: String(columns) }, ...name.split(' '), '--help');
        const [, ...lines] = (stdout.split('\nExit codes:')[0] ?? '').split('\n');
        for (const line of lines)
          assert.ok(line.length <= columns || !line.trim().includes(' '), `${name} at ${columns}: ${line}`);
      }
    }
  });

  test('`help run` is `run --help`', async () => {
    assert.equal((await inside('help', 'run')).stdout, (await inside('run', '--help')).stdout);
  });
});

describe('a command line that is not right', () => {
  const wrong: [string[], RegExp][] = [
    [['rn'], /^✗ Unknown command rn; did you mean run\b/],
    [['help', 'rn'], /^✗ Unknown command rn; did you mean run\b/],
    [['new'], /^✗ Missing required argument 'language\/framework'\n/],
    [['plan'], /^✗ Unknown command plan; did you mean ci plan\b/],
    [['benchmark'], /expected {2}start, doctor, new, verify, run, or another that --help lists\n/],
    [
      ['run', '--profle', 'quick'],
      /^✗ Unknown option '--profle'; did you mean --profile\?\n {2}where {5}bench run\n/,
    ],
    [['run', '--seed', '-1'], /^✗ Invalid value for --seed\n[\s\S]*seen {6}-1\n/],
    [['run', '--seed'], /^✗ Option '--seed <n>' argument missing\n/],
    [['list', '--json=yes'], /^✗ Unknown option '--json=yes'/],
    [['list', 'go/gin'], /^✗ Too many arguments for 'list'\. Expected 0 arguments/],
    [
      ['show', 'one', 'two'],
      /Expected 1 argument but got 2[\s\S]*expected {2}bench show \[options\] \[run\]\n/,
    ],
    [['duet', 'go/gin'], /^✗ Missing required argument 'head'\n[\s\S]*seen {6}bench duet go\/gin\n/],
    [['compare'], /^✗ Missing required argument 'revision'\n/],
    [['verdict'], /^✗ Missing required argument 'file'\n/],
    [
      ['verdict', 'a.json', '--json', '--markdown'],
      /^✗ --json and --markdown cannot be combined\n {2}where {5}bench verdict\n/,
    ],
    [['start', '--serve', '--all'], /^✗ --serve and --all cannot be combined\n/],
    [['test', '--all', '--rotate'], /^✗ --rotate and --all cannot be combined\n/],
    [['schema', '--write', '--check'], /^✗ --check and --write cannot be combined\n/],
    [['releases', '--repeat', '--newest'], /^✗ --repeat and --newest cannot be combined\n/],
    [['build', 'go/gn'], /^✗ Unknown target go\/gn; did you mean go\/gin/],
    [['verify', 'gin'], /did you mean go\/gin\b/],
    [['run', 'javascript/koa:clustr'], /did you mean javascript\/koa:cluster/],
    [['run', '--profile', 'quik'], /^✗ Unknown profile quik; did you mean quick\?\n/],
    [['list', '--launcher', 'procss'], /^✗ Unknown launcher procss; did you mean process\?\n/],
    [['schema', 'runn'], /^✗ Unknown schema runn; did you mean run/],
    // An empty text, such as that of a variable that is not set, is a name of nothing.
    [['verify', ''], /^✗ Unknown target ''\n {2}where {5}argument ''\n[\s\S]*seen {6}an empty text\n/],
    [['run', '--profile', ''], /^✗ Unknown profile ''\n/],
    [['show', ''], /^✗ (?:Unknown run ''|Nothing has been measured yet)\n/],
    [['verdict', ''], /^✗ No such file\n/],
    [['start', '--address', ''], /^✗ Invalid value for --address\n/],
    [['calibrate', '--slowdowns', '1,'], /^✗ Invalid value for --slowdowns\n/],
    // Number() would read all of these.
    ...['', '1e1', '0x10', ' 3 ', '3.0'].map((value): [string[], RegExp] => [
      ['run', '--seed', value],
      /^✗ Invalid value for --seed\n/,
    ]),
  ];
  for (const [words, pattern] of wrong) {
    test(words.join(' '), async () => {
      assert.match(await refused(words, exitCodes.usage), pattern);
    });
  }

  test('a target that `validate` does not find is suggested, too', async () => {
    const { stdout, exitCode } = await bench('validate', 'koa');
    assert.equal(exitCode, exitCodes.usage);
    assert.match(stdout, /Unknown target koa; did you mean javascript\/koa/);
  });
});

describe('list', () => {
  test('fits in the terminal, with every target and what it lacks; what it leaves out is said', async () => {
    const whole = JSON.parse((await inside('list', '--json')).stdout) as {
      name: string;
      missing: object[];
    }[];
    for (const columns of [80, 100, 120, 200]) {
      const { stdout } = await insideWith({ COLUMNS: String(columns) }, 'list');
      const [head = '', , ...lines] = stdout.split('\n');
      for (const line of lines) assert.ok(displayWidth(line) <= columns, `${columns}: ${line}`);
      assert.match(head, /^target +version .*here$/);
      const rows = lines.filter((line) => /^\S+\/\S+ {2}/.test(line));
      assert.deepEqual(
        rows.map((line) => line.split(' ')[0]),
        whole.map(({ name }) => name),
      );
      const ready = rows.filter((line) => line.endsWith(' ready'));
      assert.equal(ready.length, whole.filter(({ missing }) => missing.length === 0).length);
      const isWhole = ['language', 'kind', 'scenarios'].every((title) => head.includes(title));
      assert.equal(stdout.includes('\nNot shown for want of room: '), !isWhole);
    }
  });
});

describe('--json prints one JSON document and nothing else', () => {
  for (const name of ['doctor', 'list', 'validate', 'lint']) {
    test(name, async () => {
      const { stdout, exitCode } = await bench(name, '--json');
      const value: unknown = JSON.parse(stdout);
      assert.ok(typeof value === 'object' && value !== null);
      const expected: unknown[] = name === 'doctor' ? [exitCodes.ok, exitCodes.missing] : [exitCodes.ok];
      assert.ok(expected.includes(exitCode), `exit code ${exitCode}`);
    });
  }
});

test('a reader that goes away early is no error', async () => {
  const child = spawn(process.execPath, [cli, 'list'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exitCode = await new Promise((resolve) => child.on('close', resolve));
  assert.doesNotMatch(stderr, /EPIPE/);
  assert.equal(exitCode, exitCodes.ok);
});

describe('steps of the workflows', () => {
  test('a group alone lists its steps; a step that is none suggests near ones', async () => {
    const { stdout, exitCode } = await bench('ci');
    assert.equal(exitCode, exitCodes.ok);
    assert.match(stdout, /^ {2}ci plan/m);
    assert.doesNotMatch(stdout, /^ {2}verify /m);
    assert.match(
      await refused(['ci', 'paln'], exitCodes.usage),
      /^✗ Unknown command ci paln; did you mean ci plan\b.*\n {2}where {5}bench ci\n/,
    );
  });

  test('in a workflow an error is also an annotation, of one line', async () => {
    const { stderr, exitCode } = await benchWith({ GITHUB_ACTIONS: 'true' }, 'verify', 'go/gni');
    assert.equal(exitCode, exitCodes.usage);
    assert.match(
      stderr,
      /^::error title=Unknown target go\/gni; did you mean .*go\/gin.*\?::where: argument go\/gni%0A/m,
    );
  });
});

describe('an option that npm took for itself, because -- was forgotten', () => {
  const eaten = (script: string, option: string, ...words: string[]): Promise<Outcome> =>
    insideWith({ npm_lifecycle_event: script, [`npm_config_${option}`]: 'true' }, ...words);

  test('is named, with the command as it should have been', async () => {
    const reported: [Outcome, RegExp][] = [
      [await eaten('bench', 'profile', 'smoke'), /next {6}npm run bench -- <command> --profile <name>\n/],
      [await eaten('bench', 'profile', 'run', 'smoke'), /next {6}npm run bench -- run --profile <name>\n/],
      [await eaten('bench', 'json', 'list'), /next {6}npm run bench -- list --json\n/],
      [
        await eaten('start', 'port', 'start', '80'),
        /where {5}npm start 80\n[\s\S]*next {6}npm start -- --port <n>\n/,
      ],
    ];
    for (const [{ exitCode, stderr, stdout }, next] of reported) {
      assert.equal(exitCode, exitCodes.usage, stdout);
      assert.match(stderr, /^✗ npm took --\w+ for itself: did you forget the -- before it\?\n/);
      assert.match(stderr, next);
    }
  });

  test('what npm has of its own, and what came through as well, is no mistake', async () => {
    assert.equal((await eaten('bench', 'loglevel', 'list')).exitCode, exitCodes.ok);
    assert.equal((await eaten('bench', 'json', 'list', '--json')).exitCode, exitCodes.ok);
  });
});

test('the list has a version for every target whose programs are here, without a build', async () => {
  const { stdout } = await bench('list', '--json');
  const rows = JSON.parse(stdout) as { name: string; version: string | null; missing: unknown[] }[];
  const version = rows.find(({ name }) => name === 'javascript/node-http')?.version;
  assert.equal(version, process.versions.node);
});

test('a process says a mistake in the same way as the tests above see it', async () => {
  const words = ['verify', 'gin'];
  assert.deepEqual(await bench(...words), await inside(...words));
});

test('the list of images is the same for people and for programs', async () => {
  const { stdout } = await inside('list', '--images');
  const images = stdout.trimEnd().split('\n');
  assert.ok(images.length > 10);
  assert.deepEqual(JSON.parse((await inside('list', '--images', '--json')).stdout), images);
});
