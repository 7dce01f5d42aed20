import { databaseName, type ScenarioId, scenarioOf } from '@pitwall/bench/model';
import {
  arrivalWords,
  describeLoadShape,
  directionWords,
  loadShapeWords,
  metricExplanations,
  metricTitles,
  outcomeWords,
  rankingWords,
} from '@pitwall/bench/words';

/** Names of scenarios, loads, metrics and databases; and reasons for missing figures. */
export const subjects = {
  metricTitles,
  metricUnits: metricExplanations,
  scenarioTitle: (id: ScenarioId): string => scenarioOf(id).title,
  scenarioSummary: (id: ScenarioId): string => scenarioOf(id).summary,
  scenarioRoute: (id: ScenarioId): string => scenarioOf(id).route,
  scenarioAnswer: (id: ScenarioId): string => scenarioOf(id).answer,
  describeShape: describeLoadShape,
  databaseName,
  /** What a manifest calls a runtime: `Go`, `C compiler`. */
  runtimeName: (name: string): string => name,
  /** The unit of a constant. */
  unit: (unit: string): string => unit,
  /** Explains a constant's value; `why` is the explanation in the code. */
  constantWhy: (_name: string, why: string): string => why,
  arrival: arrivalWords,
  loadShape: loadShapeWords,
  direction: directionWords,
  kinds: { platform: 'platform', micro: 'micro', full: 'full' },
  kindExplanations: {
    platform: 'A server, not a framework. It shows how far the others are from what the machine can do.',
    micro: 'Routing and little else.',
    full: 'A framework for whole applications.',
  },
  accessKinds: rankingWords.accessKinds,
  outcome: outcomeWords,
};
