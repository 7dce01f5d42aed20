import type { MarkCode, ScenarioId } from '@pitwall/bench/model';

/**
 * Scores targets by the weights that a reader gives. Every number is "times off the best", so that criteria
 * of different units can be combined; the score is their weighted geometric mean. A target without a
 * required figure gets no score: speed and coverage of scenarios are never mixed.
 */
export const criteria = ['throughput', 'p99', 'cpu', 'memory', 'coldStart', 'image'] as const;
export type Criterion = (typeof criteria)[number];

/** The key of each criterion in the address. */
const keys: Record<Criterion, string> = {
  throughput: 't',
  p99: 'p',
  cpu: 'c',
  memory: 'm',
  coldStart: 's',
  image: 'i',
};
export const MOST_WEIGHT = 3;

/** Which targets are considered at all; `null` considers all. */
interface Considered {
  language: string | null;
  database: string | null;
  /** Platforms are servers, not frameworks: they fit best only where no framework is wanted. */
  platforms: boolean;
}

export interface Choices extends Considered {
  weights: Record<Criterion, number>;
  scenarios: string[];
}

export const initialChoices: Choices = {
  weights: { throughput: 2, p99: 2, cpu: 1, memory: 1, coldStart: 0, image: 0 },
  scenarios: ['json'],
  language: null,
  database: null,
  platforms: false,
};

/**
 * Times off the best, by scenario if the criterion depends on it; a missing key means that there is no
 * figure.
 */
export interface Fitness {
  byScenario: Partial<Record<Criterion, Partial<Record<ScenarioId, number>>>>;
  single: Partial<Record<Criterion, number>>;
  /** Doubts about its figures, by criterion and scenario. */
  marks: Partial<Record<Criterion, Partial<Record<ScenarioId, MarkCode[]>>>>;
  language: string;
  databases: string[];
  platform: boolean;
}

/**
 * Reads the choices from an address; ignores unknown keys and invalid weights.
 *
 * @param first the weights that the page starts with
 */
export function readChoices(
  search: string,
  known: readonly string[],
  first: Choices['weights'] = initialChoices.weights,
): Choices {
  const given = new URLSearchParams(search);
  const weights = { ...first };
  for (const criterion of criteria) {
    const text = given.get(keys[criterion]);
    const weight = Number(text);
    if (text !== null && text !== '' && Number.isInteger(weight) && weight >= 0 && weight <= MOST_WEIGHT) {
      weights[criterion] = weight;
    }
  }
  const asked =
    given
      .get('sc')
      ?.split(',')
      .filter((id) => known.includes(id)) ?? [];
  const fallback = initialChoices.scenarios.filter((id) => known.includes(id));
  const scenarios = asked.length > 0 ? [...new Set(asked)] : fallback;
  return {
    weights,
    scenarios: scenarios.length > 0 ? scenarios : known.slice(0, 1),
    language: given.get('l') || null,
    database: given.get('db') || null,
    platforms: given.get('k') === 'all',
  };
}

/** Criteria that fewer than half of the targets have a figure for weigh nothing at first: most would have no score. */
export function withoutSparse(choices: Choices, all: readonly Fitness[]): Choices {
  const considered = all.filter((fitness) => isConsidered(fitness, choices));
  const having = (criterion: Criterion): number =>
    considered.filter((fitness) => timesOff(fitness, criterion, choices.scenarios) !== null).length;
  const weights = { ...choices.weights };
  for (const criterion of criteria) {
    if (having(criterion) * 2 < considered.length) weights[criterion] = 0;
  }
  return { ...choices, weights };
}

export function writeChoices({ weights, scenarios, language, database, platforms }: Choices): string {
  const parts = criteria.map((criterion) => `${keys[criterion]}=${weights[criterion]}`);
  parts.push(`sc=${scenarios.map(encodeURIComponent).join(',')}`);
  if (language !== null) parts.push(`l=${encodeURIComponent(language)}`);
  if (database !== null) parts.push(`db=${encodeURIComponent(database)}`);
  if (platforms) parts.push('k=all');
  return `?${parts.join('&')}`;
}

/** Returns a criterion's geometric mean over the scenarios; `null` if any scenario has no figure. */
export function timesOff(
  { byScenario, single }: Fitness,
  criterion: Criterion,
  scenarios: readonly string[],
): number | null {
  const own = byScenario[criterion];
  if (own === undefined) return single[criterion] ?? null;
  let logs = 0;
  for (const id of scenarios) {
    const value = own[id as ScenarioId];
    if (value === undefined) return null;
    logs += Math.log(value);
  }
  return scenarios.length === 0 ? null : Math.exp(logs / scenarios.length);
}

type Score =
  | { score: number; parts: { criterion: Criterion; times: number; weight: number }[] }
  | { score: null; missing: Criterion[] };

export function scoreOf(fitness: Fitness, { weights, scenarios }: Choices): Score {
  const asked = criteria.filter((criterion) => weights[criterion] > 0);
  const parts = asked.map((criterion) => ({
    criterion,
    times: timesOff(fitness, criterion, scenarios),
    weight: weights[criterion],
  }));
  const missing = parts.filter(({ times }) => times === null).map(({ criterion }) => criterion);
  if (missing.length > 0) return { score: null, missing };
  const having = parts as { criterion: Criterion; times: number; weight: number }[];
  const sum = having.reduce((total, { weight }) => total + weight, 0);
  const logs = having.reduce((total, { times, weight }) => total + weight * Math.log(times), 0);
  return { score: sum === 0 ? 1 : Math.exp(logs / sum), parts: having };
}

/** Whether a target is among those that the reader considers. */
export function isConsidered(
  { language, databases, platform }: Pick<Fitness, 'language' | 'databases' | 'platform'>,
  wanted: Considered,
): boolean {
  return (
    (wanted.platforms || !platform) &&
    (wanted.language === null || wanted.language === language) &&
    (wanted.database === null || databases.includes(wanted.database))
  );
}

/** Returns the doubts about the figures that a score uses. */
export function marksIn(
  { marks }: Pick<Fitness, 'marks'>,
  { scenarios, weights }: Pick<Choices, 'scenarios' | 'weights'>,
): MarkCode[] {
  const used = criteria.filter((criterion) => (weights[criterion] ?? 0) > 0);
  return [
    ...new Set(
      used.flatMap((criterion) => scenarios.flatMap((id) => marks[criterion]?.[id as ScenarioId] ?? [])),
    ),
  ];
}
