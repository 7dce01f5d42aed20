import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetVariant } from '../../catalog/targets.ts';
import { createProcessLauncher } from '../../launch/index.ts';
import type { Built, Launcher } from '../../launch/launcher.ts';
import type { Scenario, ScenarioRequest, SharedData } from '../../model/index.ts';
import { which } from '../../process/which.ts';
import { messageOf, PitwallError } from '../../util/errors.ts';
import { seededRandom } from '../../util/random.ts';
import { fresh } from '../../verify/http/fresh-request.ts';
import { requestText } from '../../verify/http/http-connection.ts';
import type { HttpResponse } from '../../verify/http/response.ts';
import type { Loading, Serving } from '../bench.ts';
import { settingsFor } from '../slice/target-server.ts';
import { instructionsIn } from './counts-file.ts';
import { setCounting } from './mark.ts';
import { type AskInBursts, overOneConnection } from './request-bursts.ts';
import { COUNTING_ENVIRONMENT, COUNTS_NAME, requireCountingMethod, underValgrind } from './under-valgrind.ts';

/** A server runs some thirty times slower under valgrind. */
const HEALTHY_SECONDS = 120;
const STOP_SECONDS = 60;
const BURST_MS = 60_000;

export function valgrindPath(): string | null {
  return which('valgrind');
}

export function countingLauncher({ repository }: Pick<Loading, 'repository'>): Launcher {
  return createProcessLauncher({
    repository,
    pinned: false,
    healthySeconds: HEALTHY_SECONDS,
    stopSeconds: STOP_SECONDS,
  });
}

/** What servers are counted with. */
type CountingBench = Serving & Pick<Loading, 'repository'> & { data: SharedData };

/** Settings that both sides share. */
interface Counting {
  launcher: Launcher;
  valgrind: string;
  scenario: Scenario;
  /** Draws the list of requests, which is the same for both sides. */
  seed: number;
}

interface CountedSide {
  targetVariant: TargetVariant;
  built: Built;
}

/** Returns the number of counts per side: as many as the noisier side needs. */
export function countsFor(sides: readonly TargetVariant[]): number {
  return Math.max(...sides.map((targetVariant) => requireCountingMethod(targetVariant).counts));
}

/**
 * Counts the instructions that each of two servers executes per request of a scenario, over one connection
 * and without its start and stop. Both run at once unless they would share a database. Throws a PitwallError
 * if an answer is wrong or nothing was counted.
 */
export async function countBoth(
  bench: CountingBench,
  counting: Counting,
  [first, second]: readonly [CountedSide, CountedSide],
): Promise<[number, number]> {
  const [one = 0] = bench.processors.server;
  const [other = one] = bench.processors.loader;
  const ofFirst = () => instructionsPerRequest(bench, counting, first, one);
  // Both would add rows to one table.
  if (counting.scenario.database !== null)
    return [await ofFirst(), await instructionsPerRequest(bench, counting, second, one)];
  const both = [ofFirst(), instructionsPerRequest(bench, counting, second, other)] as const;
  // If one fails, wait until the other has stopped its server.
  await Promise.allSettled(both);
  return Promise.all(both);
}

async function instructionsPerRequest(
  bench: CountingBench,
  counting: Counting,
  side: CountedSide,
  processor: number,
): Promise<number> {
  const { counted, warmRequests, countedRequests } = requireCountingMethod(side.targetVariant);
  const requests = drawRequests(bench.data, counting, warmRequests + countedRequests);
  const [warm, rest] = [requests.slice(0, warmRequests), requests.slice(warmRequests)];
  const count = (work: Work) => countUnderValgrind(bench, counting, side, processor, work);
  if (counted === 'by-difference') {
    const short = await count((ask) => ask(warm));
    const long = await count((ask) => ask(requests));
    return (long - short) / countedRequests;
  }
  const sum = await count(async (ask, folder) => {
    await ask(warm);
    await setCounting(folder, 'on', bench.signal);
    await ask(rest);
    await setCounting(folder, 'off', bench.signal);
  });
  return sum / countedRequests;
}

/** Sends the requests to be counted; `folder` is where valgrind keeps its files. */
type Work = (ask: (requests: readonly ScenarioRequest[]) => Promise<void>, folder: string) => Promise<void>;

function drawRequests(data: SharedData, { scenario, seed }: Counting, requests: number): ScenarioRequest[] {
  const random = seededRandom(seed);
  const drawn = random.shuffled(scenario.requests(data));
  return Array.from({ length: requests }, (_, index) =>
    fresh(drawn[index % drawn.length] as ScenarioRequest, random),
  );
}

async function countUnderValgrind(
  bench: CountingBench,
  { launcher, valgrind, scenario }: Counting,
  { targetVariant, built }: CountedSide,
  processor: number,
  work: Work,
): Promise<number> {
  const database = scenario.database ? bench.databases[scenario.database] : undefined;
  await database?.seed(bench.data);
  mkdirSync(bench.repository.cache, { recursive: true });
  const scratch = mkdtempSync(join(bench.repository.cache, 'count-'));
  try {
    const counted = underValgrind(targetVariant, valgrind, scratch);
    const settings = await settingsFor(bench, counted);
    const server = await launcher.start(
      { ...built, target: counted.target },
      counted.variant,
      // Use one processor, so that the number of threads that take part does not vary between starts.
      {
        ...settings,
        processors: [processor],
        environment: { ...settings.environment, ...COUNTING_ENVIRONMENT },
      },
      bench.signal,
    );
    try {
      const bursts = {
        origin: server.origin,
        size: requireCountingMethod(targetVariant).burst,
        timeoutMs: BURST_MS,
        signal: bench.signal,
      };
      await overOneConnection(bursts, (ask) =>
        work(
          (requests) => askRightly(bench, ask, requests, { targetVariant, scenario, origin: server.origin }),
          scratch,
        ),
      );
    } finally {
      await server.stop();
    }
    return readCounts(scratch, targetVariant);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Throws a PitwallError if a response is missing or has the wrong status. */
async function askRightly(
  { data, signal }: Pick<CountingBench, 'data' | 'signal'>,
  ask: AskInBursts,
  requests: readonly ScenarioRequest[],
  { targetVariant, scenario, origin }: { targetVariant: TargetVariant; scenario: Scenario; origin: string },
): Promise<void> {
  const next = `npm run bench -- verify ${targetVariant.name}`;
  const { host } = new URL(origin);
  const responses = await ask(requests.map((request) => requestText(request, host))).catch(
    (cause: unknown): HttpResponse[] => {
      signal.throwIfAborted();
      throw new PitwallError({
        what: 'The counted server did not answer',
        where: targetVariant.name,
        expected: `${requests.length} responses over one connection`,
        seen: messageOf(cause),
        next,
        cause,
      });
    },
  );
  for (const [index, response] of responses.entries()) {
    const request = requests[index] as ScenarioRequest;
    const { status } = scenario.expected(request, data);
    if (response.status === status) continue;
    throw new PitwallError({
      what: 'The counted server gave a wrong answer',
      where: `${targetVariant.name} ${request.path}`,
      expected: `status ${status}`,
      seen: `status ${response.status}`,
      next,
    });
  }
}

/** Returns the sum over all processes of the server. */
function readCounts(folder: string, targetVariant: TargetVariant): number {
  const { leavesOut } = requireCountingMethod(targetVariant);
  const counts = readdirSync(folder)
    .filter((file) => file.startsWith(COUNTS_NAME))
    .map((file) => instructionsIn(readFileSync(join(folder, file), 'utf8'), leavesOut));
  const sum = counts.reduce((total, each) => total + each, 0);
  if (sum > 0) return sum;
  throw new PitwallError({
    what: 'valgrind counted nothing',
    where: targetVariant.name,
    expected: 'a file with a sum for each process of the server',
    seen: counts.length === 0 ? 'no file' : 'no sum in it',
    next: 'Run it by hand: valgrind --tool=callgrind <start command>',
  });
}
