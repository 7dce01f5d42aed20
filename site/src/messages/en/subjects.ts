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

/** What figures are of: scenarios, loads, metrics, databases; and why there may be none. */
export const subjects = {
  metricTitles,
  metricUnits: {
    throughputPerSecond: 'requests per second',
    cpuPerRequestNanoseconds: 'processor time of the server for each request',
    latencyP50Seconds: 'half of all responses came within it',
    latencyP90Seconds: '90 % of all responses came within it',
    latencyP99Seconds: '99 % of all responses came within it',
    latencyP999Seconds: '99.9 % of all responses came within it',
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
  /** Why a constant of the method is what it is: `why` is what the code says. */
  constantWhy: (_name: string, why: string): string => why,
  arrival: arrivalWords,
  loadShape: loadShapeWords,
  direction: directionWords,
  kinds: { platform: 'platform', micro: 'micro', full: 'full' },
  kindExplanations: {
    platform: 'A server, not a framework: it shows how far the others are from what the machine can do.',
    micro: 'Routing and little else.',
    full: 'A framework for whole applications.',
  },
  accessKinds: rankingWords.accessKinds,
  outcome: outcomeWords,
};
