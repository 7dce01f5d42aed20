import type { Flag, RankingRow } from '@pitwall/bench/model';
import { estimateOf, type PageColumn, type ShownRanking } from '@pitwall/bench/words';
import type { Names } from '../page/names.ts';
import { type BesideColumn, besideFigure } from '../tables/beside-columns.ts';
import { facetAttributes } from './ranking-state.ts';
import { type FacetRow, isComparableRow, searchText } from './ranking-view.ts';

/**
 * What a row is filtered by, in the facets of `facetsOf`.
 *
 * @param runtime `null` if it is not known
 */
export function rowFacetAttributes(
  { language, kind, access }: Omit<FacetRow, 'target' | 'variant'>,
  runtime: string | null,
): Record<string, string | undefined> {
  return facetAttributes({
    language: [language],
    kind: [kind],
    database: [],
    access: access ? [access.kind] : [],
    runtime: runtime === null ? [] : [runtime],
  });
}

/** What the ranking's script reads from each row: what to sort and filter by, and how to draw it on another scale. */
export function rowAttributes(
  row: RankingRow,
  {
    columns,
    shown,
    names,
    beside,
    runtime,
    flags,
  }: {
    columns: readonly PageColumn[];
    shown: ShownRanking;
    names: Names;
    beside: readonly BesideColumn[];
    /** `null` if it is not known. */
    runtime: string | null;
    flags: readonly Flag[];
  },
): Record<string, string | number | undefined> {
  const figure = estimateOf(row);
  const accessColumn = columns.find(({ id }) => id === 'access');
  return {
    ...rowFacetAttributes(row, runtime),
    ...Object.fromEntries(
      beside.map((column) => [`data-${column.id}`, besideFigure(column, row)?.value ?? undefined]),
    ),
    'data-name': names(row),
    // A filter reads the kind of access from the attribute of the column, which sorts by what it shows.
    'data-access-text': row.access ? accessColumn?.text?.(row, shown) : undefined,
    'data-search': searchText(row),
    'data-median': figure?.median,
    'data-low': figure?.low ?? undefined,
    'data-high': figure?.high ?? undefined,
    'data-values': row.values.length > 0 ? row.values.join(' ') : undefined,
    'data-behind': row.outcome.kind === 'ranked' ? row.outcome.behind.join(' ') : undefined,
    'data-compared': 'factor' in row.outcome ? row.outcome.kind : undefined,
    'data-comparable': isComparableRow(row, flags) ? '' : undefined,
  };
}

/** Classes of a column's cells, in its head as below. */
export function columnClasses({ id, align, page }: PageColumn): (string | false | undefined)[] {
  return [
    ['rank', 'figure', 'interval'].includes(id) && id,
    align && id !== 'rank' && id !== 'figure' && 'number',
    page.on && { wide: 'wide', 'second-line': 'second' }[page.on],
  ];
}
