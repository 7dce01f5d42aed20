import type { ProcessorTimes } from '../../machine/processor-times.ts';
import {
  CONNECTIONS_RATIO,
  DISTURBED_LIMIT_RATIO,
  hasRate,
  isLoaderBound,
  loaderThreads,
  RATE_REACHED_RATIO,
  STOLEN_LIMIT_RATIO,
} from '../../model/index.ts';
import { usedBetween } from '../../process/usage.ts';
import { type FoundMark, type Observed, serverNanoseconds, stolenRatio } from './figures.ts';

/** Returns the doubts about the figures, as far as the machine's own accounts show them. */
export function marksOf(observed: Observed): FoundMark[] {
  const { outcome, before, after, shape, ratePerSecond } = observed;
  const { report } = outcome;
  const marks: FoundMark[] = [];
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

  // Use the load's own duration: time spent reaching a remote loader is no CPU work.
  const used = (nanoseconds: number, processors: readonly number[]): number =>
    nanoseconds / (outcome.seconds * 1e9 * Math.max(1, processors.length));
  // Where they share its processors, database and harness hold the loader up as it holds itself up.
  const beside = used(usedBesideServer(observed) ?? outcome.cpuNanoseconds ?? 0, observed.processors.loader);
  // Fewer threads than processors are full while processors are not.
  const loading = observed.processors.loader.slice(0, loaderThreads(outcome.command));
  const loader = used(outcome.cpuNanoseconds ?? 0, loading);
  // Without the server's usage, do not blame the loader: the server may have been full.
  const server = used(serverNanoseconds(observed) ?? Number.POSITIVE_INFINITY, observed.processors.server);
  if (!hasRate(shape) && isLoaderBound({ server, beside, loader })) {
    marks.push({
      code: 'loader-bound',
      detail: `what loads the server used ${percent(Math.max(beside, loader))} of its processors, the server ${percent(server)} of its own`,
    });
  }
  const stolen = stolenRatio(before.times, after.times, observed.processors);
  if (stolen !== null && stolen > STOLEN_LIMIT_RATIO) {
    marks.push({ code: 'stolen-time', detail: `${percent(stolen)} of CPU time was taken away` });
  }
  for (const side of ['server', 'loader'] as const) {
    const others = othersRatio(observed, side);
    if (others <= DISTURBED_LIMIT_RATIO) continue;
    marks.push({
      code: 'disturbed',
      detail: `other programs took ${percent(others)} of the ${side}'s processors`,
    });
  }
  const { connectionsSeen = null } = observed;
  if (connectionsSeen !== null && connectionsSeen < shape.connections * CONNECTIONS_RATIO) {
    marks.push({
      code: 'connections-missing',
      detail: `${connectionsSeen.toLocaleString('en')} connections of ${shape.connections.toLocaleString('en')} half-way`,
    });
  }
  const throttled = (after.server.throttledNanoseconds ?? 0) - (before.server.throttledNanoseconds ?? 0);
  if (throttled > 0) {
    marks.push({ code: 'throttled', detail: `held back for ${(throttled / 1e6).toFixed(0)} ms by a limit` });
  }
  if (ratePerSecond !== null) {
    const reached = report.requests / report.durationSeconds / ratePerSecond;
    if (reached < RATE_REACHED_RATIO) {
      marks.push({ code: 'rate-not-reached', detail: `${percent(reached)} of ${ratePerSecond} requests/s` });
    }
  }
  return marks;
}

/**
 * Returns the share that other programs used of the processors of the server, or of those that the loader shares with
 * database and harness; 0 if they are not pinned, or it is not known. Two processors may be threads of one core, so that
 * work beside the loader slows the server down as well.
 */
function othersRatio(observed: Observed, side: 'server' | 'loader'): number {
  const { before, after, processors } = observed;
  if (!processors.pinned || before.times === null || after.times === null) return 0;
  const sum = (times: ProcessorTimes) =>
    times.processors
      .filter(({ processor }) => processors[side].includes(processor))
      .reduce((sum, { busy, total }) => ({ busy: sum.busy + busy, total: sum.total + total }), {
        busy: 0,
        total: 0,
      });
  const [first, last] = [sum(before.times), sum(after.times)];
  const total = last.total - first.total;
  if (total <= 0) return 0;
  const known = side === 'server' ? usedBetween(before.server, after.server) : usedBesideServer(observed);
  return known === null ? 0 : (last.busy - first.busy - known / 1e9) / total;
}

/** Nanoseconds of loader, harness and, if it shares their processors, database; `null` if one of them is not known. */
function usedBesideServer({ outcome, before, after, processors }: Observed): number | null {
  const isBeside = processors.database.some((processor) => processors.loader.includes(processor));
  const database =
    isBeside && before.database && after.database ? usedBetween(before.database, after.database) : 0;
  if (outcome.cpuNanoseconds === null || database === null) return null;
  return outcome.cpuNanoseconds + database + after.harnessNanoseconds - before.harnessNanoseconds;
}
