import { databaseName, type RankingTable } from '../model/index.ts';

type CsvValue = string | number | null;

/**
 * CSV as RFC 4180 has it. Text that a spreadsheet would take for a formula gets an apostrophe in front
 * (OWASP, "CSV Injection"): names come from manifests, which strangers write. Numbers stay numbers.
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

const rankingCsvColumns = [
  'rank_best',
  'rank_worst',
  'target',
  'variant',
  'name',
  'language',
  'kind',
  'database_access',
  'database_library',
  'database_server',
  'median',
  'low',
  'high',
  'unit',
  'rounds',
  'times_off_best',
  'marks',
  'outcome',
  'reason',
] as const;

/** One ranking table, rows in its order. */
export function rankingCsv(table: RankingTable): string {
  const rows = table.rows.map(({ outcome, ...row }): CsvValue[] => {
    const figure = 'estimate' in outcome ? outcome.estimate : null;
    return [
      outcome.kind === 'ranked' ? outcome.rank.best : null,
      outcome.kind === 'ranked' ? outcome.rank.worst : null,
      row.target,
      row.variant,
      row.name,
      row.language,
      row.kind,
      row.access?.kind ?? null,
      row.access?.library ?? null,
      table.database && databaseName(table.database),
      figure?.median ?? null,
      figure?.low ?? null,
      figure?.high ?? null,
      table.unit,
      figure?.rounds ?? null,
      outcome.kind === 'ranked' ? outcome.factor : null,
      row.marks.map(({ code }) => code).join(' '),
      outcome.kind === 'dropped' ? outcome.step : outcome.kind,
      'reason' in outcome ? outcome.reason : null,
    ];
  });
  return csv([[...rankingCsvColumns], ...rows]);
}
