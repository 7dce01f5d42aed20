import type { RankingTable } from '../model/index.ts';
import { type RankingColumn, rankingColumns } from '../words/index.ts';

type CsvValue = string | number | null;

/**
 * Formats rows as CSV (RFC 4180). Prefixes text that a spreadsheet would take for a formula with an
 * apostrophe (OWASP, "CSV Injection"): names come from manifests, which strangers write. Numbers stay
 * numbers.
 */
export function csv(rows: readonly (readonly CsvValue[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

export function csvField(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** What every row repeats, after its own columns: a figure means nothing without it, and the file leaves its address. */
const tableColumns: Readonly<Record<string, (table: RankingTable) => CsvValue>> = {
  scenario: ({ scenario }) => scenario,
  load_shape: ({ loadShapeId }) => loadShapeId,
  metric: ({ metric }) => metric,
  machine: ({ machine }) => machine,
  run: ({ run }) => run,
  run_started_at: ({ startedAt }) => startedAt,
};

/** Formats one ranking table as CSV, with its rows in their order. */
export function rankingCsv(table: RankingTable): string {
  const columns = (rankingColumns as readonly RankingColumn[]).flatMap((column) =>
    Object.entries(column.csv ?? {}),
  );
  const ofTable = Object.values(tableColumns).map((value) => value(table));
  return csv([
    [...columns.map(([name]) => name), ...Object.keys(tableColumns)],
    ...table.rows.map((row) => [...columns.map(([, value]) => value(row, table)), ...ofTable]),
  ]);
}
