/**
 * Checks whether a server that a block calls warm is warm. Starts a target twice, with both alive together:
 * one is warmed up until the rule is met, the other for two minutes of the same load, both with the probes that come
 * with every slice. Then loads them in turn, slice by slice: the ratio of their throughputs should be 1. With
 * `--together`, the first is warmed as profiles warm several scenarios together. Records the pairs and prints all
 * recorded ones.
 *
 *   npm run figure -- steady-agreement [-- --scenario json] [--together plaintext,json] [--long 120] [--pairs 40]
 *     [target …]
 */
import { parseArgs } from 'node:util';
import type { MeasuringSession } from '../src/commands/measuring/session.ts';
import { LiveServer, type Ready } from '../src/measure/blocks/live-server.ts';
import { mixedRequests } from '../src/measure/blocks/mixed-load.ts';
import { type LoadRequest, putLoad } from '../src/measure/slice/load.ts';
import { putProbedLoad } from '../src/measure/slice/with-probes.ts';
import { confirmingRule } from '../src/measure/warm-up/steady-state.ts';
import type { WarmedUp } from '../src/measure/warm-up/warm-up.ts';
import { type ScenarioId, type SteadyAgreement, scenarioOf } from '../src/model/index.ts';
import { usedBetween } from '../src/process/usage.ts';
import { readCalibrations } from '../src/results/calibration-store.ts';
import { pairedEffect } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { repository } from '../src/util/repository.ts';
import { significant } from '../src/util/rounding.ts';
import {
  askedScenarios,
  closedCell,
  closedLoad,
  closedSlice,
  readyTargets,
  record,
  warmServer,
  withSeeded,
} from './support/measuring.ts';
import { effectText } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'json' },
    long: { type: 'string', default: '120' },
    pairs: { type: 'string', default: '40' },
    together: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const [scenario] = askedScenarios(values.scenario);
const together = values.together === '' ? [] : askedScenarios(values.together);
const longSeconds = Number(values.long);
const WARM_SECONDS = 120;
/** Many short slices tell more than a few long ones: see the figure slice-length. */
const PAIR_SECONDS = 0.25;
/** Seconds of the long load that probes accompany. */
const PROBED_SECONDS = 30;

async function agreementOf(
  session: MeasuringSession,
  ready: Ready,
  id: ScenarioId,
): Promise<SteadyAgreement> {
  const startedAt = new Date().toISOString();
  const cell = closedCell(ready, id);
  const live = [await LiveServer.start(session, ready, 0), await LiveServer.start(session, ready, 0)];
  try {
    const [warm, long] = live as [LiveServer, LiveServer];
    const loadOf = (one: LiveServer): LoadRequest => closedLoad(session, id, one);
    const mixed =
      together.length > 1
        ? await warmServer(
            session,
            warm,
            { ...loadOf(warm), requests: mixedRequests(together.map(scenarioOf), session.data, 1) },
            { maxSeconds: WARM_SECONDS, probed: together.map((one) => closedCell(ready, one)) },
          )
        : null;
    const warmed = await warmServer(session, warm, loadOf(warm), {
      maxSeconds: WARM_SECONDS,
      probed: [cell],
      ...(mixed?.steady && { rule: confirmingRule, isLightFirst: false }),
    });
    // One long load, as somebody would put by hand, then probes until the machine code that they cost is back.
    await putLoad(
      session,
      { ...loadOf(long), seconds: longSeconds - PROBED_SECONDS, part: 1 },
      session.signal,
    );
    for (let second = 0; second < PROBED_SECONDS; second++) {
      await putProbedLoad(
        session,
        long.server,
        [cell],
        { ...loadOf(long), part: 2 + second },
        session.signal,
      );
    }
    const made: SteadyAgreement = {
      server: ready.targetVariant.name,
      scenario: id,
      ...(mixed && { together }),
      startedAt,
      warmSeconds: warmed.steady ? slicesOf(mixed) + slicesOf(warmed) : null,
      longSeconds,
      warmPerSecond: [],
      longPerSecond: [],
    };
    const warmCpu: number[] = [];
    const longCpu: number[] = [];
    for (let pair = 0; pair < Number(values.pairs); pair++) {
      const order = pair % 2 === 0 ? [warm, long] : [long, warm];
      for (const one of order) {
        const observed = await closedSlice(session, one, cell, PAIR_SECONDS, 100 + pair);
        const { report } = observed.outcome;
        const used = usedBetween(observed.before.server, observed.after.server);
        const figure = significant(report.requests / report.durationSeconds);
        (one === warm ? made.warmPerSecond : made.longPerSecond).push(figure);
        if (used !== null) (one === warm ? warmCpu : longCpu).push(significant(used / report.requests));
      }
    }
    const pairs = made.warmPerSecond.length;
    return warmCpu.length < pairs || longCpu.length < pairs
      ? made
      : { ...made, warmCpuNanoseconds: warmCpu, longCpuNanoseconds: longCpu };
  } finally {
    for (const one of live) await one.stop();
  }
}

function slicesOf(warmed: WarmedUp | null): number {
  return warmed ? warmed.lightSlices + warmed.slices.length : 0;
}

if (positionals.length > 0) {
  await withSeeded([scenario, ...together], async (session) => {
    for (const ready of await readyTargets(session, positionals)) {
      const made = await agreementOf(session, ready, scenario);
      record(session.machine.id, (calibration) => {
        calibration.steady = [...(calibration.steady ?? []), made];
      });
    }
  });
}

const recorded = readCalibrations(repository.results).flatMap(({ machine, calibration: { steady = [] } }) =>
  steady.map((made) => ({ machine, ...made })),
);
console.log(
  table(
    [
      { title: 'machine' },
      { title: 'target' },
      { title: 'scenario' },
      { title: 'warmed with' },
      { title: 'warm after', align: 'right' },
      { title: 'pairs', align: 'right' },
      { title: 'throughput, warm ÷ after long load' },
      { title: 'CPU time per request' },
    ],
    recorded.map((made) => {
      const { warmCpuNanoseconds: warmCpu = [], longCpuNanoseconds: longCpu = [] } = made;
      return [
        made.machine,
        made.server,
        made.scenario,
        made.together ? `${made.together.length} together` : 'it alone',
        made.warmSeconds === null ? 'not in time' : `${made.warmSeconds} s`,
        String(made.warmPerSecond.length),
        effectOf(made.warmPerSecond, made.longPerSecond),
        effectOf(warmCpu, longCpu),
      ];
    }),
  ),
);

function effectOf(warm: readonly number[], long: readonly number[]): string {
  return effectText(pairedEffect(warm.map((value, at) => value / (long[at] as number))));
}
