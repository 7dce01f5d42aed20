import type { ReplayData, ReplayOutcome, ReplayRow, ReplayTable } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';

/** What the pages of replays show, as plain data. Published figures and ours never share a list. */

type Measured = Extract<ReplayOutcome, { kind: 'measured' }>;
export type PublishedTable = ReplayData['rows'][number];
type PublishedFigure = PublishedTable['figures'][number];

/** One row of a table: a system of the study, or a substitute beside it, which has no published figure. */
interface ReplayTableRow {
  system: string;
  published: PublishedFigure | null;
  now: ReplayRow | null;
}

export function rowsOf(published: PublishedTable, table: ReplayTable | null): ReplayTableRow[] {
  return published.figures.flatMap((figure): ReplayTableRow[] => {
    const now = table?.rows.filter(({ system }) => system === figure.system) ?? [];
    const own = now.find(({ substitute }) => !substitute) ?? null;
    const beside = now.filter(({ substitute }) => substitute);
    return [
      { system: figure.system, published: figure, now: own },
      ...beside.map((row) => ({ system: row.system, published: null, now: row })),
    ];
  });
}

export function measuredIn(table: ReplayTable): Measured[] {
  return table.rows.flatMap(({ outcome }) => (outcome.kind === 'measured' ? outcome : []));
}

/** Says in sentences whether the order of the study holds. */
export function verdict(table: ReplayTable, { replays: { table: text } }: Messages): string[] {
  const { compared, kept, undecided } = table.pairs;
  if (compared === 0) return [text.nothing];
  const changed = table.reversed.map(({ aheadNow, aheadThen }) => text.reversedPair(aheadNow, aheadThen));
  const [byStudy, byMedian] = [leaderBy(table, 'study'), leaderBy(table, 'median')];
  return [
    ...(changed.length > 0 ? [text.reversed(changed)] : []),
    ...(kept > 0 || changed.length === 0 ? [text.kept(kept, compared)] : []),
    ...(undecided > 0 ? [text.undecided(undecided)] : []),
    ...(byStudy && byMedian && byStudy !== byMedian ? [text.reducedDiffers(byStudy, byMedian)] : []),
  ];
}

function leaderBy(table: ReplayTable, reduction: 'study' | 'median'): string | null {
  const figures = table.rows.flatMap(({ system, outcome }) => {
    if (outcome.kind !== 'measured' || outcome.rank === null) return [];
    const value = reduction === 'study' ? outcome.asStudyPerSecond : outcome.estimate.median;
    return value === null ? [] : [{ system, value }];
  });
  return figures.sort((a, b) => b.value - a.value)[0]?.system ?? null;
}

/** Returns the reason that is shown in place of a missing figure. */
export function reasonOf(outcome: Exclude<ReplayOutcome, Measured>, messages: Messages): string {
  switch (outcome.kind) {
    case 'dropped':
      return `${messages.outcome.steps[outcome.step]}: ${outcome.reason}`;
    case 'missing':
      return outcome.detail ?? messages.outcome.missingReasons[outcome.reason];
    case 'no-cell':
      return messages.replays.table.noCell[outcome.why];
  }
}

/**
 * Counts, for the list of studies, the pairs of a study that were compared and those whose order is reversed.
 */
export function changeOf(data: ReplayData): { compared: number; reversed: number } {
  const [version] = data.versions.filter(({ runs }) => runs.length > 0);
  const pairs = version?.runs[0]?.tables.map((table) => table.pairs) ?? [];
  return {
    compared: pairs.reduce((sum, { compared }) => sum + compared, 0),
    reversed: pairs.reduce((sum, { reversed }) => sum + reversed, 0),
  };
}

/** Returns the sentences of a study in the page's language, or else in English, and names their language. */
export function replayProse(data: ReplayData, messages: Messages) {
  const own = messages.studies[data.study];
  return {
    lang: own === undefined ? 'en' : messages.language,
    differences: own?.differences ?? data.differences,
    shortcomings: data.shortcomings.map(({ kind, text }, at) => ({
      kind,
      text: own?.shortcomings[at] ?? text,
    })),
    substitutes: data.substitutes.map(({ why, ...of }, at) => ({
      ...of,
      why: own?.substitutes?.[at] ?? why,
    })),
    scaled: (why: string): string => own?.scaled ?? why,
  };
}

export function machinesOf(data: ReplayData, scaled: boolean): number {
  const runs = data.versions
    .filter((version) => (version.scaled !== null) === scaled)
    .flatMap((version) => version.runs);
  return new Set(runs.map(({ machine }) => machine)).size;
}

export function settingTitle({ setting }: PublishedTable, messages: Messages): string {
  return messages.replays.table.title(
    messages.scenarioTitle(setting.scenario),
    setting.connections,
    setting.connection === 'close',
  );
}

/** Returns the `lang` of a text: Chinese if it contains Chinese characters. */
export function languageOf(text: string): string | undefined {
  return /\p{Script=Han}/u.test(text) ? 'zh-Hans' : undefined;
}
