/**
 * A reader's view of a ranking table, as kept in the address with short keys and readable values. Choices
 * hide and reorder rows. No figure or rank depends on them, nor any factor except the one to a chosen
 * baseline.
 */
export const facets = ['language', 'kind', 'database', 'access', 'runtime'] as const;
export type Facet = (typeof facets)[number];
/** The key of each facet in the address. */
const KEYS: Record<Facet, string> = {
  language: 'l',
  kind: 'k',
  database: 'db',
  access: 'd',
  runtime: 'r',
};

const scales = ['linear', 'log'] as const;

type Chosen = Record<Facet, string[]>;
const chosenOf = (of: (facet: Facet) => string[]): Chosen =>
  Object.fromEntries(facets.map((facet) => [facet, of(facet)])) as Chosen;

export interface RankingState {
  /** Words that a row must contain. */
  query: string;
  /** The values that each facet lets through; an empty list lets all through. */
  chosen: Chosen;
  /** Only rows with a rank and without a flag. */
  comparable: boolean;
  /** Only rows that were measured in at least half of the scenarios. */
  broad: boolean;
  /** Only the best of each language, of the rows that are left. */
  best: boolean;
  /** The id of a column. */
  sort: string;
  /** Worst first, or Z to A. */
  reversed: boolean;
  /** The row that factors are relative to; `null` for the best. */
  baseline: string | null;
  /** Overrides the scale of the table's own axis. */
  scale: 'linear' | 'log' | null;
}

export function initialState(): RankingState {
  return {
    query: '',
    chosen: chosenOf(() => []),
    comparable: false,
    broad: false,
    best: false,
    sort: 'rank',
    reversed: false,
    baseline: null,
    scale: null,
  };
}

/** Reads the state from an address; ignores unknown keys and values, and columns that cannot be sorted by. */
export function readRankingState(search: string, columns: readonly string[]): RankingState {
  const given = new URLSearchParams(search);
  const sort = given.get('s') ?? '';
  const column = columns.find((name) => name === sort.replace(/^-/, ''));
  const list = (facet: Facet): string[] => [
    ...new Set((given.get(KEYS[facet]) ?? '').split(',').filter(Boolean)),
  ];
  return {
    query: (given.get('q') ?? '').slice(0, 100),
    chosen: chosenOf(list),
    comparable: given.get('c') === '1',
    broad: given.get('w') === '1',
    best: given.get('e') === '1',
    sort: column ?? 'rank',
    reversed: column !== undefined && sort.startsWith('-'),
    baseline: given.get('b') || null,
    scale: scales.find((scale) => scale === given.get('x')) ?? null,
  };
}

/** Returns `?l=go,rust&s=-name`, or an empty text for the initial state. Foreign keys stay as they are. */
export function writeState(state: RankingState, search = ''): string {
  const ours = ['q', 'c', 'w', 'e', 's', 'b', ...Object.values(KEYS)];
  // The page of the field has an axis in x.
  const isOurs = (key: string, value: string): boolean =>
    ours.includes(key) || (key === 'x' && scales.some((scale) => scale === value));
  const others = [...new URLSearchParams(search)].filter(([key, value]) => !isOurs(key, value));
  const list = (values: readonly string[]): string => values.map(encodeURIComponent).join(',');
  const parts = [
    ...(state.query === '' ? [] : [`q=${encodeURIComponent(state.query)}`]),
    ...facets.flatMap((facet) =>
      state.chosen[facet].length > 0 ? [`${KEYS[facet]}=${list(state.chosen[facet])}`] : [],
    ),
    ...(state.comparable ? ['c=1'] : []),
    ...(state.broad ? ['w=1'] : []),
    ...(state.best ? ['e=1'] : []),
    ...(state.sort === 'rank' && !state.reversed ? [] : [`s=${state.reversed ? '-' : ''}${state.sort}`]),
    ...(state.baseline === null ? [] : [`b=${encodeURIComponent(state.baseline)}`]),
    ...(state.scale === null ? [] : [`x=${state.scale}`]),
    ...others.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`),
  ];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/**
 * Returns the filters of the home page that a ranking has too, for its address: `?l=Go&e=1`. It has other columns to
 * sort by, and one scenario, in which every row was measured.
 */
export function writeFilters({ chosen, best }: RankingState): string {
  return writeState({ ...initialState(), chosen, best });
}

/** The parts of a row that a filter examines. */
export interface Filterable {
  text: string;
  facets: Record<Facet, readonly string[]>;
  comparable: boolean;
  /** Measured in at least half of the scenarios; `undefined` where a table has only one. */
  broad?: boolean;
}

/** A row, and whether it competes. */
interface Competing extends Filterable {
  ranked: boolean;
}

/**
 * Returns the rows that pass every filter. The best of a language is its first that competes: with a filter by kind,
 * the best of that kind.
 *
 * @param rows the best first
 */
export function shownRows<Row extends Competing>(rows: readonly Row[], state: RankingState): Row[] {
  const passing = rows.filter((row) => isShown(row, state));
  if (!state.best) return passing;
  const leaders = new Map<string, Row>();
  for (const row of passing) {
    const language = row.facets.language.join();
    if (row.ranked && !leaders.has(language)) leaders.set(language, row);
  }
  return passing.filter((row) => leaders.get(row.facets.language.join()) === row);
}

/**
 * Returns the state with the choices that the page offers alone: an address carried over from another table may name one
 * that nothing here would show or undo.
 */
export function withOffered(state: RankingState, page: Pick<ParentNode, 'querySelector'>): RankingState {
  const offers = (facet: Facet): boolean => page.querySelector(`button[data-facet=${facet}]`) !== null;
  return { ...state, chosen: chosenOf((facet) => (offers(facet) ? state.chosen[facet] : [])) };
}

export function isShown(row: Filterable, { query, chosen, comparable, broad }: RankingState): boolean {
  return (
    (!comparable || row.comparable) &&
    (!broad || row.broad !== false) &&
    facets.every(
      (key) => chosen[key].length === 0 || row.facets[key].some((value) => chosen[key].includes(value)),
    ) &&
    query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => row.text.includes(word))
  );
}

/** Several values of a facet in one attribute: no name of a language or a database contains it. */
const SEPARATOR = '|';

export function facetAttributes(
  values: Record<Facet, readonly string[]>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    facets.map((facet) => [`data-${facet}`, [...new Set(values[facet])].join(SEPARATOR) || undefined]),
  );
}

/** Reads from a row what its facet attributes say. */
export function facetsOfRow(dataset: Readonly<Record<string, string | undefined>>): Record<Facet, string[]> {
  return Object.fromEntries(
    facets.map((facet) => [facet, (dataset[facet] ?? '').split(SEPARATOR).filter(Boolean)]),
  ) as Record<Facet, string[]>;
}
