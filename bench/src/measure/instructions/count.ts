import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createProcessLauncher } from '../../launch/index.ts';
import type { Built, Launcher } from '../../launch/launcher.ts';
import type { Scenario, ScenarioRequest } from '../../model/index.ts';
import { messageOf, PitwallError } from '../../util/errors.ts';
import { seededRandom } from '../../util/random.ts';
import { which } from '../../util/which.ts';
import { requestText } from '../../verify/http.ts';
import { fresh } from '../../verify/nonce.ts';
import type { Bench } from '../bench.ts';
import type { TargetVariant } from '../catalog/targets.ts';
import { settingsFor } from '../server.ts';
import { askInBursts } from './bursts.ts';
import { burstOf, COUNTING_ENVIRONMENT, clockShows, longListOf, underValgrind } from './under-valgrind.ts';

/** Some thirty times slower than without. */
const HEALTHY_SECONDS = 120;
const STOP_SECONDS = 60;
const BURST_MS = 60_000;

/** Requests of the shorter count: what start and end cost is the same in both and drops out. */
const SHORT_REQUESTS = 200;

export function valgrindPath(): string | null {
  return which('valgrind');
}

export function countingLauncher(bench: Bench): Launcher {
  return createProcessLauncher({
    repository: bench.repository,
    pinned: false,
    healthySeconds: HEALTHY_SECONDS,
    stopSeconds: STOP_SECONDS,
  });
}

export interface CountRequest {
  launcher: Launcher;
  valgrind: string;
  entry: TargetVariant;
  built: Built;
  scenario: Scenario;
  /** Draws the list of requests: the same list for both sides. */
  seed: number;
}

/**
 * Instructions that the server executes for one request of a scenario, its start and end left out, over one
 * connection. Throws a PitwallError where an answer is wrong or nothing counted.
 */
export async function instructionsPerRequest(bench: Bench, request: CountRequest): Promise<number> {
  const longRequests = longListOf(request.entry.target.manifest);
  const [one = 0] = bench.processors.server;
  const [other = one] = bench.processors.loader;
  const countLong = (processor: number) => count(bench, request, longRequests, processor);
  const countShort = () => count(bench, request, SHORT_REQUESTS, one);
  const [short, long] = countsBesideAnother(request)
    ? await bothEnded(countShort(), countLong(other))
    : [await countShort(), await countLong(one)];
  return (long - short) / (longRequests - SHORT_REQUESTS);
}

/** What both give; where one fails, not before the other has stopped its server. */
async function bothEnded(first: Promise<number>, second: Promise<number>): Promise<[number, number]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

/** Whether two counts may go on at once: not where a neighbour shows in them, nor where both would fill one table. */
function countsBesideAnother({ entry, scenario }: CountRequest): boolean {
  return scenario.database === null && !clockShows(entry.target.manifest);
}

async function count(
  bench: Bench,
  request: CountRequest,
  requests: number,
  processor: number,
): Promise<number> {
  const { launcher, entry, built, valgrind, scenario } = request;
  const database = scenario.database ? bench.databases[scenario.database] : undefined;
  await database?.seed(bench.data);
  mkdirSync(bench.repository.cache, { recursive: true });
  const scratch = mkdtempSync(join(bench.repository.cache, 'count-'));
  try {
    const counted = underValgrind(entry, valgrind, join(scratch, 'out.%p'));
    const settings = await settingsFor(bench, counted);
    const server = await launcher.start(
      { ...built, target: counted.target },
      counted.variant,
      // One processor: how many threads take part is not to be drawn anew at each start.
      {
        ...settings,
        processors: [processor],
        environment: { ...settings.environment, ...COUNTING_ENVIRONMENT },
      },
      bench.signal,
    );
    try {
      await ask(bench, server.origin, request, requests);
    } finally {
      await server.stop();
    }
    return readCounts(scratch, entry);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function ask(
  bench: Bench,
  origin: string,
  { scenario, seed, entry }: CountRequest,
  requests: number,
): Promise<void> {
  const random = seededRandom(seed);
  const drawn = random.shuffled(scenario.requests(bench.data));
  const asked = Array.from({ length: requests }, (_, index) =>
    fresh(drawn[index % drawn.length] as ScenarioRequest, random),
  );
  const next = `npm run bench -- verify ${entry.name}`;
  const responses = await askInBursts({
    origin,
    requests: asked.map((request) => requestText(request, new URL(origin).host)),
    size: burstOf(entry.target.manifest),
    timeoutMs: BURST_MS,
    signal: bench.signal,
  }).catch((cause: unknown) => {
    bench.signal.throwIfAborted();
    throw new PitwallError({
      what: 'The counted server did not answer',
      where: entry.name,
      expected: `${requests} responses over one connection`,
      seen: messageOf(cause),
      next,
      cause,
    });
  });
  for (const [index, response] of responses.entries()) {
    const request = asked[index] as ScenarioRequest;
    const { status } = scenario.expected(request, bench.data);
    if (response.status === status) continue;
    throw new PitwallError({
      what: 'The counted server did not answer as it should',
      where: `${entry.name} ${request.path}`,
      expected: `status ${status}`,
      seen: `status ${response.status}`,
      next,
    });
  }
}

/** Of all processes of the server together. */
function readCounts(folder: string, { name }: TargetVariant): number {
  const counts = readdirSync(folder).map((file) =>
    Number(/^summary: (\d+)/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? 0),
  );
  const sum = counts.reduce((total, each) => total + each, 0);
  if (sum > 0) return sum;
  throw new PitwallError({
    what: 'valgrind counted nothing',
    where: name,
    expected: 'a file with a summary for each process of the server',
    seen: counts.length === 0 ? 'no file' : 'no summary in it',
    next: 'Run it by hand: valgrind --tool=cachegrind --cache-sim=no <start command>',
  });
}
