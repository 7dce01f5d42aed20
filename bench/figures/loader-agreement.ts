/**
 * Checks whether the harness reports the throughput that the loaders themselves report. Puts the same load on
 * one tiny server alternately through the harness and by hand: the tool alone, with the same arguments, read
 * from its output for people. Prints a table; the ratio should be 1.00 within its interval.
 *
 *   npm run figure -- loader-agreement [--pairs 10] [--seconds 3]
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseArgs, promisify } from 'node:util';
import { loaderFor } from '../src/load/loaders.ts';
import { systemToolEffects } from '../src/load/tool-effects.ts';
import { type FoundTool, findTool } from '../src/load/tools.ts';
import type { Loading } from '../src/measure/bench.ts';
import { type LoadRequest, putLoad } from '../src/measure/slice/load.ts';
import { hasRate, type LoadShape } from '../src/model/index.ts';
import { which } from '../src/process/which.ts';
import { geometricInterval, median } from '../src/stats/index.ts';
import { repository } from '../src/util/repository.ts';
import { describeLoadShape } from '../src/words/index.ts';

const SERVER_PROCESSOR = 0;
const LOADER_PROCESSOR = 1;

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '10' }, seconds: { type: 'string', default: '3' } },
});
const count = Number(values.pairs);
const seconds = Number(values.seconds);
if (![count, seconds].every((value) => Number.isInteger(value) && value > 0) || count < 2) {
  console.error('--pairs takes a whole number of 2 or more, --seconds one of 1 or more');
  process.exit(2);
}

/** The third asks for more than the server can give, so that its figure is not just the requested rate. */
const shapes: readonly LoadShape[] = [
  { loader: 'wrk', connections: 64, connection: 'keep-alive' },
  { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 1_000 } },
  { loader: 'oha', connections: 64, connection: 'keep-alive', rate: { perSecond: 200_000 } },
];

const pinned = which('taskset') !== null;
const on = (processor: number, command: string[]) =>
  pinned ? ['taskset', '-c', String(processor), ...command] : command;

async function needed(tool: 'wrk' | 'oha'): Promise<FoundTool> {
  const found = await findTool(tool, systemToolEffects);
  if (found.state === 'found') return found;
  console.error(`${tool} is missing: ${found.next}`);
  process.exit(3);
}

async function startServer(): Promise<{ origin: string; stop(): void }> {
  const [program = '', ...words] = on(SERVER_PROCESSOR, [
    process.execPath,
    new URL('support/tiny-server.ts', import.meta.url).pathname,
  ]);
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [origin] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { origin, stop: () => child.kill() };
}

/** Returns the harness's own arguments, except those that make the output machine-readable. */
function byHand(tool: FoundTool, request: LoadRequest): string[] {
  const { arguments: words } = loaderFor(request.shape).prepare({ ...request, scratch: '.', threads: 1 });
  const left = tool.tool === 'wrk' ? '--script' : '--output-format';
  return [tool.path, ...words.toSpliced(words.indexOf(left), 2)];
}

async function throughputByHand(tool: FoundTool, request: LoadRequest): Promise<number> {
  const [program = '', ...words] = on(LOADER_PROCESSOR, byHand(tool, request));
  const { stdout } = await promisify(execFile)(program, words, { timeout: (seconds + 20) * 1_000 });
  const throughput = tool.tool === 'wrk' ? wrkThroughput(stdout) : ohaThroughput(stdout);
  if (!(throughput > 0)) throw new Error(`no throughput in what ${tool.tool} printed:\n${stdout}`);
  return throughput;
}

function wrkThroughput(text: string): number {
  return Number(/^Requests\/sec: +([\d.]+)$/m.exec(text)?.[1]);
}

/**
 * Computes throughput without oha's `Requests/sec`, which also counts the connections it closes at the end.
 */
function ohaThroughput(text: string): number {
  const [, total, unit] = /^ +Total:\s+([\d.]+) (us|ms|sec)$/m.exec(text) ?? [];
  const responses = Number(/^ +\[200\] (\d+) responses$/m.exec(text)?.[1]);
  const perSecond = { us: 1e6, ms: 1e3, sec: 1 }[unit ?? ''] ?? Number.NaN;
  return responses / (Number(total) / perSecond);
}

const tools = { wrk: await needed('wrk'), oha: await needed('oha') };
const loading: Loading = {
  repository,
  processors: { server: [SERVER_PROCESSOR], database: [], loader: [LOADER_PROCESSOR], pinned },
  loaders: tools,
};
const server = await startServer();

async function pairs(shape: LoadShape): Promise<{ harness: number; hand: number }[]> {
  const request: LoadRequest = {
    shape,
    origin: server.origin,
    requests: [{ method: 'GET', path: '/' }],
    seconds,
    ratePerSecond: hasRate(shape) && 'perSecond' in shape.rate ? shape.rate.perSecond : null,
    seed: 1,
  };
  const throughHarness = async () => {
    const { report } = await putLoad(loading, request, new AbortController().signal);
    return report.requests / report.durationSeconds;
  };
  const alone = () => throughputByHand(shape.loader === 'wrk' ? tools.wrk : tools.oha, request);
  // The first load warms the server up and does not count.
  await alone();
  const measured: { harness: number; hand: number }[] = [];
  for (let pair = 0; pair < count; pair++) {
    // Alternate, so that a drift of the machine favours neither.
    if (pair % 2 === 0) {
      const harness = await throughHarness();
      measured.push({ harness, hand: await alone() });
    } else {
      const hand = await alone();
      measured.push({ harness: await throughHarness(), hand });
    }
    process.stderr.write('.');
  }
  return measured;
}

const number = (value: number, digits: number) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

try {
  const rows: string[] = [];
  for (const shape of shapes) {
    const measured = await pairs(shape);
    const ratio = geometricInterval(measured.map(({ harness, hand }) => harness / hand));
    if (!ratio) throw new RangeError('an interval needs two pairs');
    const agrees = ratio.low <= 1 && ratio.high >= 1;
    rows.push(
      `| ${describeLoadShape(shape)} | ${number(median(measured.map(({ harness }) => harness)), 0)} ` +
        `| ${number(median(measured.map(({ hand }) => hand)), 0)} | ${number(ratio.estimate, 4)} ` +
        `| ${number(ratio.low, 4)} to ${number(ratio.high, 4)} | ${agrees ? 'yes' : 'no'} |`,
    );
  }
  process.stderr.write('\n');
  console.log(
    [
      `wrk ${tools.wrk.version}, oha ${tools.oha.version}; ${count} pairs of ${seconds} s each way, one after the other; ` +
        (pinned ? `server on processor ${SERVER_PROCESSOR}, loader on ${LOADER_PROCESSOR}` : 'not pinned'),
      '',
      '| load | harness, requests/s | by hand, requests/s | ratio | 95 % interval | 1.00 within |',
      '|---|---:|---:|---:|---:|---|',
      ...rows,
    ].join('\n'),
  );
} finally {
  server.stop();
}
