/**
 * What a reader has chosen to see of a ranking table, as it stands in the address: short keys, values that read.
 * Choices hide rows and put them in another order; no figure, rank or factor depends on them but the factor to a
 * baseline, which is chosen by name.
 */
export const facets = ['language', 'kind', 'access', 'variant'] as const;
export type Facet = (typeof facets)[number];
/** In an address. */
const KEYS: Record<Facet, string> = { language: 'l', kind: 'k', access: 'd', variant: 'v' };

type Chosen = Record<Facet, string[]>;
const chosenOf = (of: (facet: Facet) => string[]): Chosen =>
  Object.fromEntries(facets.map((facet) => [facet, of(facet)])) as Chosen;

export interface RankingState {
  /** Words that a row must have. */
  query: string;
  /** For each facet the values that are let through; none lets all through. */
  chosen: Chosen;
  /** Only rows with a rank and without a flag. */
  comparable: boolean;
  /** The id of a column. */
  sort: string;
  /** Worst first, or Z to A. */
  reversed: boolean;
  /** The row that factors are told against; `null` for the best. */
  baseline: string | null;
  logarithmic: boolean;
}

export function initialState(): RankingState {
  return {
    query: '',
    chosen: chosenOf(() => []),
    comparable: false,
    sort: 'rank',
    reversed: false,
    baseline: null,
    logarithmic: false,
  };
}

/** Unknown keys and values are passed over, and so are columns that the table cannot be sorted by. */
export function readState(search: string, columns: readonly string[]): RankingState {
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
    sort: column ?? 'rank',
    reversed: column !== undefined && sort.startsWith('-'),
    baseline: given.get('b') || null,
    logarithmic: given.get('x') === 'log',
  };
}

/** `?l=go,rust&s=-name`, or nothing where all is as it was. Keys that are not ours stay as they are. */
export function writeState(state: RankingState, search = ''): string {
  const ours = ['q', 'c', 's', 'b', 'x', ...Object.values(KEYS)];
  const others = [...new URLSearchParams(search)].filter(([key]) => !ours.includes(key));
  const list = (values: readonly string[]): string => values.map(encodeURIComponent).join(',');
  const parts = [
    ...(state.query === '' ? [] : [`q=${encodeURIComponent(state.query)}`]),
    ...facets.flatMap((facet) =>
      state.chosen[facet].length > 0 ? [`${KEYS[facet]}=${list(state.chosen[facet])}`] : [],
    ),
    ...(state.comparable ? ['c=1'] : []),
    ...(state.sort === 'rank' && !state.reversed ? [] : [`s=${state.reversed ? '-' : ''}${state.sort}`]),
    ...(state.baseline === null ? [] : [`b=${encodeURIComponent(state.baseline)}`]),
    ...(state.logarithmic ? ['x=log'] : []),
    ...others.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`),
  ];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** What a filter can see of a row. */
export interface Filterable {
  text: string;
  facets: Record<Facet, string>;
  comparable: boolean;
}

export function isShown(row: Filterable, { query, chosen, comparable }: RankingState): boolean {
  return (
    (!comparable || row.comparable) &&
    facets.every((key) => chosen[key].length === 0 || chosen[key].includes(row.facets[key])) &&
    query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => row.text.includes(word))
  );
}
