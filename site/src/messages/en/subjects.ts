import { databaseName, type MetricId, type ScenarioId, scenarioOf } from '@pitwall/bench/model';
import {
  arrivalWords,
  describeLoadShape,
  directionWords,
  loadShapeWords,
  metricTitles,
  outcomeWords,
  rankingWords,
} from '@pitwall/bench/words';

/** Names of scenarios, loads, metrics and databases; and reasons for missing figures. */
export const subjects = {
  metricTitles,
  metricUnits: {
    throughputPerSecond: 'requests per second',
    cpuPerRequestNanoseconds: 'CPU time of the server per request',
    latencyP50Seconds: 'half of all responses came within this time',
    latencyP90Seconds: '90 % of all responses came within this time',
    latencyP99Seconds: '99 % of all responses came within this time',
    latencyP999Seconds: '99.9 % of all responses came within this time',
    peakMemoryBytes: 'resident memory of the whole process tree',
  } satisfies Record<MetricId, string>,
  scenarioTitle: (id: ScenarioId): string => scenarioOf(id).title,
  scenarioSummary: (id: ScenarioId): string => scenarioOf(id).summary,
  scenarioRoute: (id: ScenarioId): string => scenarioOf(id).route,
  scenarioAnswer: (id: ScenarioId): string => scenarioOf(id).answer,
  describeShape: describeLoadShape,
  databaseName,
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
