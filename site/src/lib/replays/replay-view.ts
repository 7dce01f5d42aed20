import type { ReplayData, ReplayOutcome, ReplayRow, ReplayTable } from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';

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

export function replayRows(published: PublishedTable, table: ReplayTable | null): ReplayTableRow[] {
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

/** Says in sentences which order the table claimed, and whether it holds. */
export function orderSentences(
  published: PublishedTable,
  table: ReplayTable,
  { replays: { table: text } }: Messages,
): string[] {
  const { compared, kept, undecided } = table.pairs;
  if (compared === 0) return [text.nothing];
  const changed = table.reversed.map(({ aheadNow, aheadThen }) => text.reversedPair(aheadNow, aheadThen));
  const [byStudy, byMedian] = [leaderBy(table, 'study'), leaderBy(table, 'median')];
  return [
    text.claimed(published.figures.map(({ system }) => system)),
    changed.length > 0 ? text.reversed(changed) : text.holds(kept, compared),
    ...(changed.length > 0 && kept > 0 ? [text.kept(kept)] : []),
    ...(undecided > 0 && (kept > 0 || changed.length > 0) ? [text.undecided(undecided)] : []),
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

/** Why a row has no figure: words of the page, and what the results say in English; either may be missing. */
export function rowReason(
  outcome: Exclude<ReplayOutcome, Measured>,
  messages: Messages,
): { words: string; recorded: string | null } {
  switch (outcome.kind) {
    case 'left-out':
      return { words: messages.outcome.steps[outcome.step] + messages.colon, recorded: outcome.reason };
    case 'missing':
      return outcome.detail === null
        ? { words: messages.outcome.missingReasons[outcome.reason], recorded: null }
        : { words: '', recorded: outcome.detail };
    case 'no-cell':
      return { words: messages.replays.table.noCell[outcome.why], recorded: null };
  }
}

/** Pairs of systems of a study, over all its tables. */
type PairCounts = ReplayTable['pairs'];

/** Counts the pairs of the first version that was replayed; `null` if none was, or if no pair has figures. */
export function pairsOf({ versions }: ReplayData): PairCounts | null {
  const tables = versions.find(({ runs }) => runs.length > 0)?.runs[0]?.tables ?? [];
  const sum = (part: keyof PairCounts): number => tables.reduce((total, { pairs }) => total + pairs[part], 0);
  const compared = sum('compared');
  return compared === 0
    ? null
    : { compared, kept: sum('kept'), reversed: sum('reversed'), undecided: sum('undecided') };
}

/** Says what a study claimed, by the sole leader of each of its tables, and whether it holds here. */
export function openingOf(
  data: ReplayData,
  { replays: text }: Messages,
): { claim: string; standing: string } {
  const tables = data.rows.filter(({ figures }) => figures.length > 1);
  const leaders = new Map<string, number>();
  for (const { figures } of tables) {
    const [first, tied] = figures.filter(({ rank }) => rank === 1).map(({ system }) => system);
    if (first !== undefined && tied === undefined) leaders.set(first, (leaders.get(first) ?? 0) + 1);
  }
  const inOrder = [...leaders].sort(([, a], [, b]) => b - a);
  const pairs = pairsOf(data);
  return {
    claim:
      inOrder.length === 0
        ? text.noClaim
        : text.claim(
            inOrder.map(([system, count]) => ({ system, count })),
            tables.length,
          ),
    standing: pairs === null ? withoutPairs(data, text) : text.standing[standingOf(pairs)](pairs),
  };
}

/** A study may have been measured again and have no pair all the same, which is so in each of its tables. */
function withoutPairs({ versions }: ReplayData, { standing, table }: Messages['replays']): string {
  return versions.some(({ runs }) => runs.length > 0) ? table.nothing : standing.unmeasured;
}

function standingOf({ compared, kept, reversed }: PairCounts): 'holds' | 'reversed' | 'partly' | 'unknown' {
  if (reversed > 0) return 'reversed';
  if (kept === compared) return 'holds';
  return kept > 0 ? 'partly' : 'unknown';
}

/** Returns the sentences of a study in the page's language, or else in English, and names their language. */
export function replayProse(data: ReplayData, messages: Messages) {
  const own = messages.studies[data.study];
  return {
    lang: own?.differences === undefined ? 'en' : messages.language,
    title: own?.title ?? data.title,
    machine: own?.machine ?? data.machine,
    loader: own?.loader ?? data.loader,
    loop: own?.loop ?? data.loop,
    database: own?.database ?? data.database,
    systems: Object.entries(data.systems).map(
      ([system, described]) => [system, own?.systems?.[system] ?? described] as const,
    ),
    differences: own?.differences ?? data.differences,
    shortcomings: data.shortcomings.map(({ kind, text }, at) => ({
      kind,
      text: own?.shortcomings?.[at] ?? text,
    })),
    substitutes: data.substitutes.map(({ why, ...of }, at) => ({
      ...of,
      why: own?.substitutes?.[at] ?? why,
    })),
    scaled: (why: string): string => own?.scaled ?? why,
  };
}

export function machineCount(data: ReplayData, scaled: boolean): number {
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
