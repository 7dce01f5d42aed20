/**
 * Checks whether a server that a block calls warm is warm. Starts a target twice, with both alive together:
 * one is warmed up until the rule is met, the other for two minutes of the same load. Then loads them in
 * turn, slice by slice: the ratio of their throughputs should be 1. Records the pairs and prints all recorded
 * ones.
 *
 *   npm run figure -- steady-agreement [-- --scenario json] [--long 120] [--pairs 12] [target …]
 */
import { parseArgs } from 'node:util';
import { type MeasuringSession, machineId } from '../src/commands/measuring/session.ts';
import { LiveServer, type Ready } from '../src/measure/blocks/live-server.ts';
import { type LoadRequest, putLoad } from '../src/measure/slice/load.ts';
import { compilesAsItRuns, ruleFor } from '../src/measure/warm-up/steady-state.ts';
import { warmUp } from '../src/measure/warm-up/warm-up.ts';
import {
  databaseKinds,
  FEW_CONNECTIONS,
  type ScenarioId,
  type SteadyAgreement,
  scenarioIds,
  scenarioOf,
} from '../src/model/index.ts';
import { calibrationFile, readCalibration } from '../src/results/calibration-store.ts';
import { pairedEffect } from '../src/stats/index.ts';
import { table } from '../src/terminal/table.ts';
import { repository } from '../src/util/repository.ts';
import { significant } from '../src/util/rounding.ts';
import { readyTargets, record, withSession } from './support/measuring.ts';
import { invocationOf } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: {
    scenario: { type: 'string', default: 'json' },
    long: { type: 'string', default: '120' },
    pairs: { type: 'string', default: '12' },
  },
  allowPositionals: true,
});
const scenario = scenarioIds.find((id) => id === values.scenario);
if (!scenario) throw new RangeError(`no scenario ${values.scenario}`);
const longSeconds = Number(values.long);
const WARM_SECONDS = 120;

async function agreementOf(
  session: MeasuringSession,
  ready: Ready,
  id: ScenarioId,
): Promise<SteadyAgreement> {
  const asked = scenarioOf(id);
  const database = asked.database ? session.databases[asked.database] : undefined;
  await database?.seed(session.data);
  const startedAt = new Date().toISOString();
  const live = [await LiveServer.start(session, ready, 0), await LiveServer.start(session, ready, 0)];
  try {
    const [warm, long] = live as [LiveServer, LiveServer];
    const loadOf = ({ server }: LiveServer): LoadRequest => ({
      shape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
      origin: server.origin,
      requests: asked.requests(session.data),
      seconds: 1,
      ratePerSecond: null,
      seed: 1,
    });
    const { language } = ready.targetVariant.target.manifest;
    const warmed = await warmUp(
      (request, signal) => putLoad(session, request, signal),
      {
        server: warm.server,
        load: loadOf(warm),
        rule: ruleFor(language),
        sliceSeconds: 1,
        maxSeconds: WARM_SECONDS,
        ...(compilesAsItRuns(language) && { compileWithConnections: FEW_CONNECTIONS }),
      },
      session.signal,
    );
    await putLoad(session, { ...loadOf(long), seconds: longSeconds, part: 1 }, session.signal);
    const made: SteadyAgreement = {
      server: ready.targetVariant.name,
      scenario: id,
      startedAt,
      warmSeconds: warmed.steady ? warmed.lightSlices + warmed.slices.length : null,
      longSeconds,
      warmPerSecond: [],
      longPerSecond: [],
    };
    for (let pair = 0; pair < Number(values.pairs); pair++) {
      const order = pair % 2 === 0 ? [warm, long] : [long, warm];
      for (const one of order) {
        const { report } = await putLoad(session, { ...loadOf(one), part: 2 + pair }, session.signal);
        const figure = significant(report.requests / report.durationSeconds);
        (one === warm ? made.warmPerSecond : made.longPerSecond).push(figure);
      }
    }
    return made;
  } finally {
    for (const one of live) await one.stop();
  }
}

if (positionals.length > 0) {
  const { database } = scenarioOf(scenario);
  await withSession(
    databaseKinds.filter((kind) => kind === database),
    async (session) => {
      for (const ready of await readyTargets(session, positionals)) {
        const made = await agreementOf(session, ready, scenario);
        record(session.machine.id, (calibration) => {
          calibration.steady = [...(calibration.steady ?? []), made];
        });
      }
    },
  );
}

const recorded = readCalibration(calibrationFile(repository, await machineId(invocationOf([])))).steady ?? [];
console.log(
  table(
    [
      { title: 'target' },
      { title: 'scenario' },
      { title: 'warm after', align: 'right' },
      { title: 'pairs', align: 'right' },
      { title: 'warm ÷ after long load', align: 'right' },
      { title: '95 % interval' },
    ],
    recorded.map((made) => {
      const effect = pairedEffect(
        made.warmPerSecond.map((value, at) => value / (made.longPerSecond[at] as number)),
      );
      return [
        made.server,
        made.scenario,
        made.warmSeconds === null ? 'not in time' : `${made.warmSeconds} s`,
        String(made.warmPerSecond.length),
        effect === null ? '' : effect.ratio.toFixed(3),
        effect === null ? '' : `${effect.low.toFixed(3)} to ${effect.high.toFixed(3)}`,
      ];
    }),
  ),
);
