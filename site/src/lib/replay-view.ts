import type { ReplayData, ReplayOutcome, ReplayRow, ReplayTable } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';

/** What the pages of replays show, as plain data: what is published and what is ours never meet in one list. */

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

/** Whether the order of the study holds, in sentences. */
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

/** What stands in place of figures that are not there. */
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

/** All tables of all runs of a study, for the list: how much was compared and how much has changed. */
export function changeOf(data: ReplayData): { compared: number; reversed: number } {
  const [version] = data.versions.filter(({ runs }) => runs.length > 0);
  const pairs = version?.runs[0]?.tables.map((table) => table.pairs) ?? [];
  return {
    compared: pairs.reduce((sum, { compared }) => sum + compared, 0),
    reversed: pairs.reduce((sum, { reversed }) => sum + reversed, 0),
  };
}

/** The sentences of a study in the language of a page, or in English, with the language that they are in. */
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

/** Text with Chinese in it is read as Chinese. */
export function languageOf(text: string): string | undefined {
  return /\p{Script=Han}/u.test(text) ? 'zh-Hans' : undefined;
}
