import { type DatabaseKind, databaseTitles, type RankingTable, type ScenarioId } from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { scaleAround } from '../compare/compare-view.ts';
import { pairOrder } from '../compare/pairs.ts';
import { costColumns, type MatrixPage } from '../home/home-tables.ts';
import type { MatrixRow } from '../home/matrix.ts';
import { addresses } from '../page/links.ts';
import type { BesideColumn } from '../tables/beside-columns.ts';
import { type Column, type Part, type TableData, tableOf } from '../tables/table.ts';
import type { FamilyRow, Trait } from './family.ts';
import type { Added, FrameworkCost } from './framework-cost.ts';

/** The tables of a family's page. */
interface Page extends MatrixPage {
  /** Draws a ratio on a scale around 1. */
  line(ratio: { ratio: number; low: number; high: number; minimumEffect: number; edge: number }): Part;
}

export function traitTitle(id: Trait['id'], { family }: Messages): string {
  return id === 'runtime' || id === 'server' ? family.traits[id] : databaseTitles[id as DatabaseKind];
}

/** Versions, lines of code and every property that is not the same for all. */
export function differTable(rows: readonly FamilyRow[], differing: readonly Trait[], page: Page): TableData {
  const { messages, to } = page;
  const { framework, family, none } = messages;
  const columns: Column<FamilyRow>[] = [
    {
      title: framework.columns.name,
      cell: ({ target, section, name, kind }) => ({
        parts: [{ text: name, link: to(addresses.framework(target, section)), class: 'name' }],
        under: [{ span: messages.kinds[kind], class: 'soft' }],
      }),
    },
    {
      title: framework.columns.version,
      cell: ({ version }) => ({ parts: [version ?? none], data: { label: framework.columns.version } }),
    },
    ...differing.map((trait): Column<FamilyRow> => {
      const title = traitTitle(trait.id, messages);
      return {
        title,
        cell: (row) => ({ parts: [trait.of(row) ?? none], data: { label: title } }),
      };
    }),
    {
      title: family.lines,
      kind: 'number',
      cell: ({ linesOfCode }) => ({
        parts: [linesOfCode === null ? none : messages.format.plain(linesOfCode)],
        title: linesOfCode === null ? null : family.linesHint,
        data: { label: family.lines },
      }),
    },
  ];
  return tableOf(columns, rows);
}

/** `+18.0 %`, above `+12.0 % – +25.0 %`: linked to the comparison of the two, where its proof is. */
function addedCell(
  row: { key: string },
  { platform }: FrameworkCost,
  one: Added | undefined,
  { messages, to }: Page,
) {
  // On a phone, what is not known has no place.
  if (one === undefined) return { parts: [messages.none], class: 'none desk' };
  if (one.standing === 'open') {
    return {
      parts: [{ span: messages.family.unproven, class: 'soft' }],
      class: 'none desk',
    };
  }
  const { change } = messages.format;
  const proof = one.comparison
    ? addresses.verdict(one.comparison.machine, one.comparison.id)
    : addresses.pair(...pairOrder(row.key, platform.key));
  return {
    parts: [{ text: change(one.ratio), link: to(proof) }],
    under: [`${change(one.low)} – ${change(one.high)}`],
  };
}

/** Speed, cost and memory in one scenario, with what each framework adds to its platform. */
export function costsTable(
  table: RankingTable,
  beside: readonly BesideColumn[],
  rows: readonly MatrixRow[],
  costs: ReadonlyMap<string, FrameworkCost>,
  page: Page,
): TableData {
  const { messages } = page;
  const { family } = messages;
  const addedOf = ({ key }: MatrixRow): Added | undefined =>
    costs.get(key)?.added.find(({ scenario }) => scenario === table.scenario);
  const ratios = rows.flatMap((row) => addedOf(row) ?? []);
  const edge = scaleAround(ratios.map(({ ratio, low, high }) => [ratio, low, high]));
  const added: Column<MatrixRow>[] = [
    {
      title: family.added,
      kind: 'number',
      cell: (row) => {
        const cost = costs.get(row.key);
        if (cost === undefined) return { parts: [messages.none], class: 'none' };
        const { parts, under, ...rest } = { under: [], ...addedCell(row, cost, addedOf(row), page) };
        return {
          parts,
          under: [...under, `${family.platform}${messages.colon}${cost.platform.name}`],
          ...rest,
        };
      },
    },
    {
      title: family.addedPicture,
      kind: 'picture',
      cell: (row) => {
        const one = addedOf(row);
        return one === undefined ? '' : page.line({ ...one, edge });
      },
    },
  ];
  const columns = costColumns(table, beside, page).map(({ sort: _, ...column }) => column);
  return tableOf([...columns, ...(ratios.length > 0 ? added : [])], rows, ({ kind }) => ({
    class: kind === 'platform' ? 'reference' : undefined,
  }));
}

/** What each framework adds to its platform, in every scenario that both serve; `null` if that is never known. */
export function addedTable(
  rows: readonly FamilyRow[],
  costs: ReadonlyMap<string, FrameworkCost>,
  scenarios: readonly ScenarioId[],
  page: Page,
): TableData | null {
  const { messages, to } = page;
  const having = rows.flatMap((row) => {
    const cost = costs.get(row.key);
    return cost ? [{ ...row, cost }] : [];
  });
  if (having.length === 0) return null;
  const columnsOf = (fits: (one: Added) => boolean): ScenarioId[] =>
    scenarios.filter((id) =>
      having.some(({ cost }) => cost.added.some((one) => one.scenario === id && fits(one))),
    );
  // A column in which nothing is proven says nothing; if nothing is proven at all, that is what the table says.
  const proven = columnsOf(({ standing }) => standing !== 'open');
  const known = proven.length > 0 ? proven : columnsOf(() => true);
  const columns: Column<(typeof having)[number]>[] = [
    {
      title: messages.framework.columns.name,
      cell: ({ target, variant, name, cost }) => ({
        parts: [{ text: name, link: to(addresses.framework(target, variant)), class: 'name' }],
        under: [`${messages.family.platform}${messages.colon}${cost.platform.name}`],
      }),
    },
    ...known.map(
      (id): Column<(typeof having)[number]> => ({
        title: messages.scenarioTitle(id),
        kind: 'number',
        cell: (row) => ({
          ...addedCell(
            row,
            row.cost,
            row.cost.added.find(({ scenario }) => scenario === id),
            page,
          ),
          data: { label: messages.scenarioTitle(id) },
        }),
      }),
    ),
  ];
  return tableOf(columns, having);
}
