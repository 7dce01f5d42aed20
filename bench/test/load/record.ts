/**
 * Records the fixtures again: `node bench/test/load/record.ts` with wrk, oha and hyperfine on PATH or in
 * .cache/tools, and localedef (glibc) for the decimal comma. It loads servers of its own on 127.0.0.1 for about
 * a minute. The figures are new each time, so the tests' expected numbers have to be written anew, too: a word
 * after the command records only those with it in their name.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hyperfineArguments, type TimingPlan } from '../../src/load/hyperfine.ts';
import type { Loader, LoadPlan, ToolOutput } from '../../src/load/loader.ts';
import { ohaLoader } from '../../src/load/oha.ts';
import { systemToolEffects } from '../../src/load/tool-effects.ts';
import { type FoundTool, findTool } from '../../src/load/tools.ts';
import { wrkLoader } from '../../src/load/wrk.ts';
import { fixedCount, fixedRate, fixtureFile, planFor, type RecordedOutput, wrkLoop } from './fixture.ts';
import { type Answering, startAnswering } from './server.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pitwall-record-'));

/** Ends the tool after so many milliseconds. */
interface Cut {
  after: number;
  signal: 'SIGINT' | 'SIGKILL';
}

async function found(tool: string): Promise<FoundTool> {
  const answer = await findTool(tool, systemToolEffects);
  if (answer.state === 'missing') throw new Error(`${tool} is missing: ${answer.next}`);
  return answer;
}

function run(
  path: string,
  words: string[],
  environment: Record<string, string>,
  cut?: Cut,
): Promise<ToolOutput> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C', ...environment },
    });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
      });
    }
    const timer = cut && setTimeout(() => child.kill(cut.signal), cut.after);
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      clearTimeout(timer);
      resolve({ ...output, exitCode, signal });
    });
  });
}

/** Ports and scratch folders change from one recording to the next; the tests' plan has fixed ones. */
function settle(text: string, origin: string): string {
  return text
    .replaceAll(origin, 'http://127.0.0.1:8080')
    .replaceAll(origin.slice(7), '127.0.0.1:8080')
    .replaceAll(scratch, '/scratch');
}

const wanted = process.argv[2] ?? '';

function save(name: string, fixture: RecordedOutput): void {
  if (!name.includes(wanted)) return;
  writeFileSync(fixtureFile(name), `${JSON.stringify(fixture, null, 2)}\n`);
  console.log(name);
}

interface Case {
  behaviour: Answering | 'none';
  note: string;
  changes?: Partial<LoadPlan>;
  environment?: Record<string, string>;
  cut?: Cut;
}

async function record(loader: Loader, base: LoadPlan, name: string, recorded: Case): Promise<void> {
  if (!name.includes(wanted)) return;
  const tool = await found(loader.name);
  const server = await startAnswering(recorded.behaviour === 'none' ? 'ok' : recorded.behaviour);
  if (recorded.behaviour === 'none') await server.close();
  const plan = { ...base, origin: server.origin, scratch, ...recorded.changes };
  const prepared = loader.prepare(plan);
  for (const [file, text] of Object.entries(prepared.files)) writeFileSync(join(scratch, file), text);
  const output = await run(tool.path, prepared.arguments, recorded.environment ?? {}, recorded.cut);
  if (recorded.behaviour !== 'none') await server.close();
  const fixture = {
    tool: tool.tool,
    version: tool.version,
    note: recorded.note,
    arguments: prepared.arguments.map((word) => settle(word, server.origin)),
    ...output,
    stdout: settle(output.stdout, server.origin),
    stderr: settle(output.stderr, server.origin),
  };
  save(name, fixture);
}

const cases: Record<string, Case> = {
  normal: { behaviour: 'ok', note: 'every response 200' },
  never: { behaviour: 'never', note: 'a server that reads requests and never answers' },
  error: { behaviour: 'error', note: 'every response 500' },
  half: { behaviour: 'half', note: '200 and 404 by turns' },
  refused: { behaviour: 'none', note: 'nobody listens on the port' },
  reset: { behaviour: 'reset', note: 'a server that closes each connection instead of answering' },
  late: { behaviour: 'late', note: 'each response takes 5.5 s, the timeout is 5 s', changes: { seconds: 7 } },
  interrupted: {
    behaviour: 'ok',
    note: 'SIGINT after 0.6 s of 3 s: the tool reports what it has and exits with 0',
    changes: { seconds: 3 },
    cut: { after: 600, signal: 'SIGINT' },
  },
  killed: {
    behaviour: 'ok',
    note: 'SIGKILL after 0.5 s of 3 s',
    changes: { seconds: 3 },
    cut: { after: 500, signal: 'SIGKILL' },
  },
  comma: {
    behaviour: 'ok',
    note: 'recorded with LC_ALL=de_DE.UTF-8 (decimal comma)',
    environment: { LC_ALL: 'de_DE.UTF-8', LOCPATH: join(scratch, 'locale') },
  },
};

async function recordLoader(loader: Loader, base: LoadPlan, more: Record<string, Case>): Promise<void> {
  for (const [name, recorded] of Object.entries({ ...cases, ...more })) {
    await record(loader, base, `${loader.name}-${name}`, recorded);
  }
  const normal = JSON.parse(readFileSync(fixtureFile(`${loader.name}-normal`), 'utf8')) as RecordedOutput;
  const cutAt = Math.floor(normal.stdout.trimEnd().length * 0.8);
  save(`${loader.name}-truncated`, {
    ...normal,
    note: `derived from ${loader.name}-normal: cut after ${cutAt} characters`,
    stdout: normal.stdout.slice(0, cutAt),
  });
  save(`${loader.name}-rubbish`, {
    ...normal,
    note: `derived from ${loader.name}-normal: a page where the report should be`,
    stdout: '<!doctype html>\u0007<title>502 Bad Gateway</title>\n'.repeat(8),
  });
}

async function recordHyperfine(): Promise<void> {
  const tool = await found('hyperfine');
  const commands: Record<string, { command: string[]; note: string; cut?: Cut }> = {
    normal: { command: ['sh', '-c', 'exec sleep 0.01'], note: 'ten runs of a command of 10 ms' },
    failing: { command: ['sh', '-c', 'exit 3'], note: 'the command exits with 3' },
    absent: { command: ['no-such-program'], note: 'there is no such program' },
    killed: {
      command: ['sleep', '0.3'],
      note: 'SIGKILL after 0.5 s',
      cut: { after: 500, signal: 'SIGKILL' },
    },
  };
  for (const [name, { command, note, cut }] of Object.entries(commands)) {
    const exportFile = join(scratch, `${name}.json`);
    const plan: TimingPlan = { kind: 'cold-start', command, prepare: null, runs: 10, warmup: 1, exportFile };
    const words = hyperfineArguments(plan);
    const output = await run(tool.path, words, {}, cut);
    let exported: string | null = null;
    try {
      exported = readFileSync(exportFile, 'utf8');
    } catch {
      // It wrote none.
    }
    save(`hyperfine-${name}`, {
      tool: 'hyperfine',
      version: tool.version,
      note,
      arguments: words.map((word) => settle(word, 'http://none')),
      ...output,
      exported,
    });
  }
  const normal = JSON.parse(readFileSync(fixtureFile('hyperfine-normal'), 'utf8')) as RecordedOutput;
  const half = Math.floor((normal.exported ?? '').length / 2);
  save('hyperfine-truncated', {
    ...normal,
    note: `derived from hyperfine-normal: the export cut after ${half} characters`,
    exported: (normal.exported ?? '').slice(0, half),
  });
}

try {
  mkdirSync(join(scratch, 'locale'));
  execFileSync('localedef', ['-i', 'de_DE', '-f', 'UTF-8', join(scratch, 'locale', 'de_DE.UTF-8')]);
  await recordLoader(wrkLoader as Loader, planFor(wrkLoop), {
    stalls: {
      behaviour: 'stalls',
      note: 'every 200th response 50 ms late, which wrk itself would "correct"',
    },
    drawn: {
      behaviour: 'ok',
      note: 'three requests drawn at random, each on a connection of its own',
      changes: {
        shape: { ...wrkLoop, connection: 'close' },
        requests: ['/a', '/b', '/c'].map((path) => ({ method: 'GET' as const, path })),
      },
    },
  });
  await recordLoader(ohaLoader as Loader, planFor(fixedRate), {
    slow: { behaviour: 'slow', note: 'each response takes 100 ms: 40 requests/s are possible, 200 asked' },
  });
  await record(ohaLoader as Loader, planFor(fixedCount), 'oha-counted', {
    behaviour: 'half',
    note: 'a thousand requests, each on a connection of its own, 200 and 404 by turns',
  });
  await record(ohaLoader as Loader, planFor(fixedCount), 'oha-counted-interrupted', {
    behaviour: 'slow',
    note: 'SIGINT after 0.6 s of a thousand requests that take 0.1 s each: reported as if all were well',
    cut: { after: 600, signal: 'SIGINT' },
  });
  if (wanted === '') await recordHyperfine();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
