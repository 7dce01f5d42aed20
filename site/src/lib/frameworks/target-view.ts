import {
  type DatabaseKind,
  databaseTitles,
  type Estimate,
  type Figure,
  hasRate,
  isRanked,
  type Metric,
  type MetricId,
  metrics,
  type RepeatablePart,
  type RunDatabase,
  type TargetCell,
  type TargetData,
  type TargetVariantData,
  variantName,
} from '@pitwall/bench/model';
import { type FigureFormat, rankText } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';

/** Describes one variant on the page of a framework, as rows of text. */

const idsWhere = (fits: (metric: Metric) => boolean): MetricId[] => metrics.filter(fits).map(({ id }) => id);

/** The metrics of a cell in a closed loop, and below them those of a load at a rate. */
export const capacityMetrics = idsWhere(({ loop }) => loop !== 'rate');
export const latencyMetrics = idsWhere(({ loop }) => loop === 'rate');

export function figureOf(cell: TargetCell, metric: MetricId): Figure | undefined {
  return cell.figures.find((candidate) => candidate.metric === metric);
}

/** Returns the variant's cells in closed loops, or those at a rate. */
export function cellsOf(variant: TargetVariantData, loop: 'closed' | 'rate'): TargetCell[] {
  return variant.cells.filter(({ loadShape }) => hasRate(loadShape) === (loop === 'rate'));
}

/** Returns one format for a metric over all cells, so that a column's digits line up. */
export function formatOf(
  cells: readonly TargetCell[],
  metric: readonly MetricId[],
  unit: Parameters<Messages['format']['column']>[0],
  messages: Messages,
) {
  const medians = cells.flatMap((cell) => metric.flatMap((id) => figureOf(cell, id)?.estimate?.median ?? []));
  return messages.format.column(unit, medians);
}

interface ShownFigure {
  text: string;
  interval: string | null;
  /** Why the figure is missing, as a sentence. */
  missing: string | null;
  value: number | null;
}

export function shownFigure(
  cell: TargetCell,
  metric: MetricId,
  format: FigureFormat,
  messages: Messages,
): ShownFigure {
  const found = figureOf(cell, metric);
  if (!found?.estimate) {
    const missing = found?.missing ? messages.outcome.missingReasons[found.missing] : null;
    return { text: messages.none, interval: null, missing, value: null };
  }
  return {
    text: format.figure(found.estimate),
    interval: format.ends(found.estimate),
    missing: null,
    value: found.estimate.median,
  };
}

export function shownRank(cell: TargetCell, metric: MetricId, messages: Messages): string {
  const rank = figureOf(cell, metric)?.rank;
  return rank
    ? messages.framework.rankAmong(rankText(rank), cell.rankedAmong[metric] ?? 0)
    : messages.ranking.unranked;
}

/** Lists versions, commit and database access of a variant, one per line. */
export function identityFacts(
  variant: TargetVariantData,
  databases: readonly RunDatabase[],
  messages: Messages,
): { name: string; value: string }[] {
  const { identity } = messages.framework;
  const version = ({ name, version: text }: { name: string; version: string | null }): string =>
    text === null ? name + messages.inBrackets(identity.unknownVersion) : `${name} ${text}`;
  const access = Object.entries(variant.databaseAccess).map(([database, { kind, library }]) =>
    [
      databaseTitles[database as DatabaseKind],
      messages.colon,
      messages.accessKinds[kind],
      messages.comma,
      library,
    ].join(''),
  );
  const answered = databases.filter(({ kind }) => variant.databaseAccess[kind] !== undefined);
  return [
    { name: identity.framework, value: version(variant.framework) },
    {
      name: identity.runtime,
      value: version({ ...variant.runtime, name: messages.runtimeName(variant.runtime.name) }),
    },
    {
      name: identity.commit,
      value: `${variant.commit ?? identity.unknownCommit}${variant.modified ? messages.comma + identity.modified : ''}`,
    },
    { name: identity.access, value: access.length > 0 ? access.join(messages.semicolon) : identity.none },
    ...(answered.length > 0
      ? [{ name: identity.databases, value: answered.map(messages.databaseName).join(messages.semicolon) }]
      : []),
  ];
}

/** Lists what a variant costs beside its requests, one per line: memory, start, sizes, build and lines. */
export function costFacts(variant: TargetVariantData, messages: Messages): { name: string; value: string }[] {
  const { identity } = messages.framework;
  const { artifact, coldStart, coldStartedAt } = variant;
  return [
    memoryFact(variant, messages),
    {
      name: identity.coldStart,
      value: coldStart
        ? [
            `${timeText(coldStart, messages)} ${identity.coldStartUnit(coldStart.count)}`,
            ...(coldStartedAt === null ? [] : [identity.imageOf(messages.format.day(coldStartedAt))]),
          ].join(messages.comma)
        : identity.notMeasured,
    },
    {
      name: identity.artifact,
      value: artifact
        ? identity.artifactKinds[artifact.kind] +
          messages.comma +
          messages.format.figure('bytes', artifact.sizeBytes)
        : identity.notMeasured,
    },
    ...(artifact?.kind === 'image' ? [] : [imageFact(variant, messages)]),
    { name: identity.build, value: buildText(variant, messages) },
    ...(variant.linesOfCode === null
      ? []
      : [{ name: identity.linesOfCode, value: `${variant.linesOfCode} ${identity.linesOfCodeUnit}` }]),
  ];
}

/** The least and the most memory over the scenarios in a closed loop. */
function memoryFact(variant: TargetVariantData, messages: Messages): { name: string; value: string } {
  const { identity } = messages.framework;
  const having = cellsOf(variant, 'closed')
    .flatMap((cell) => {
      const bytes = figureOf(cell, 'peakMemoryBytes')?.estimate?.median;
      return bytes === undefined ? [] : [{ title: messages.scenarioTitle(cell.scenario), bytes }];
    })
    .sort((a, b) => a.bytes - b.bytes);
  const [least, most] = [having[0], having.at(-1)];
  const text = ({ title, bytes }: (typeof having)[number]): string =>
    identity.memoryIn(messages.format.figure('bytes', bytes), title);
  return {
    name: messages.metricTitles.peakMemoryBytes,
    value:
      least === undefined || most === undefined
        ? identity.notMeasured
        : least === most
          ? text(least)
          : identity.fromTo(text(least), text(most)),
  };
}

/** `12.3 s (11.9–12.8)` */
function timeText(time: Estimate, messages: Messages): string {
  const format = messages.format.column('seconds', [time.median]);
  const range = format.ends(time);
  return `${format.figure(time)} ${format.unit}${range ? messages.inBrackets(range) : ''}`;
}

/** Returns the time of clean builds, or else that of the one build of the artifact, downloads included. */
function buildText({ cleanBuild, buildSeconds }: TargetVariantData, messages: Messages): string {
  const { identity } = messages.framework;
  if (cleanBuild) {
    const { seconds, startedAt } = cleanBuild;
    return `${timeText(seconds, messages)} ${identity.cleanBuildUnit(seconds.count, messages.format.day(startedAt))}`;
  }
  if (buildSeconds === null) return identity.notMeasured;
  return `${messages.format.figure('seconds', buildSeconds)} ${identity.firstBuild}`;
}

function imageFact(
  { containerImage }: TargetVariantData,
  messages: Messages,
): { name: string; value: string } {
  const { identity } = messages.framework;
  const value = containerImage
    ? `${messages.format.figure('bytes', containerImage.sizeBytes)}${messages.comma}${identity.imageOf(messages.format.day(containerImage.startedAt))}`
    : identity.notMeasured;
  return { name: identity.image, value };
}

/**
 * Sums up the latency chart: the scenarios with the lowest and the highest p99 at one rate. A cell whose marks take
 * its rank away, such as one that missed the rate, is left to the table, which shows the marks.
 */
export function latencySentence(all: readonly TargetCell[], messages: Messages): string | null {
  const cells = all.filter(isRanked);
  const shape = cells.find((cell) => figureOf(cell, 'latencyP99Seconds')?.estimate)?.loadShapeId;
  const having = cells
    .filter(({ loadShapeId }) => loadShapeId === shape)
    .flatMap((cell) => {
      const estimate = figureOf(cell, 'latencyP99Seconds')?.estimate;
      return estimate ? [{ cell, estimate }] : [];
    })
    .sort((a, b) => a.estimate.median - b.estimate.median);
  const [best, worst] = [having[0], having.at(-1)];
  if (best === undefined || worst === undefined) return null;
  const parts = {
    shape: messages.arrival(best.cell.loadShape),
    best: messages.scenarioTitle(best.cell.scenario),
    bestValue: messages.format.figure('seconds', best.estimate),
    worst: messages.scenarioTitle(worst.cell.scenario),
    worstValue: messages.format.figure('seconds', worst.estimate),
  };
  return best === worst
    ? messages.framework.latencySentenceOne(parts)
    : messages.framework.latencySentence(parts);
}

/**
 * What the latency chart reads from a row of its table. A cell without a rank has nothing for it: in the picture it
 * would look as sound as the others.
 */
export function latencyRowData(cell: TargetCell, messages: Messages): Record<string, string> {
  if (!isRanked(cell)) return {};
  return {
    'data-scenario': messages.scenarioTitle(cell.scenario),
    'data-series': messages.loadShape(cell.loadShape),
  };
}

/**
 * Returns the commit at which a target was measured, and whether its source at another commit is what was measured.
 * Variants share the folder, and each may be of another run: one that differs decides.
 */
export function measuredSource(
  { appearances: [first] }: Pick<TargetData, 'appearances'>,
  commit: string | null,
): { measured: string | null; isMeasured: boolean } {
  const all = first?.variants ?? [];
  const measured = all.filter(({ state }) => state.step === 'measured');
  const variants = measured.length > 0 ? measured : all;
  const unlike = variants.find((one) => one.commit !== commit || one.modified);
  return {
    measured: (unlike ?? variants[0])?.commit ?? null,
    isMeasured: commit !== null && variants.length > 0 && unlike === undefined,
  };
}

/**
 * Returns the runs that the figures of a variant come from: others of its target measured other variants, and nothing
 * of this one. Without any figure, all of them.
 */
export function runsBehind<Part extends Pick<RepeatablePart, 'run'>>(
  { cells }: Pick<TargetVariantData, 'cells'>,
  runs: readonly Part[],
): readonly Part[] {
  const own = runs.filter(({ run }) => cells.some((cell) => cell.run === run));
  return own.length > 0 ? own : runs;
}

/**
 * Returns the commands that measured the cells, one checkout and one command per run.
 *
 * @param repository address to clone from; `null` if unknown
 */
export function measureCommands(
  target: string,
  { variant }: Pick<TargetVariantData, 'variant'>,
  runs: readonly Pick<RepeatablePart, 'commit' | 'options'>[],
  repository: string | null,
): string[] {
  const name = variantName(target, variant);
  return [
    ...(repository === null ? [] : [`git clone ${repository} pitwall && cd pitwall`]),
    ...runs.flatMap(({ commit, options }) => [
      ...(commit === null ? [] : [`git checkout ${commit}`]),
      `npm run bench -- run ${name} ${options}`,
    ]),
  ];
}
