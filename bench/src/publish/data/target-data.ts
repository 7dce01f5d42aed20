import { cellOf, rounded } from '../../analysis/cells.ts';
import { type TableFigures, tableFigures } from '../../analysis/levels.ts';
import { allOfRun, newestFirst, type Shown } from '../../analysis/shown-run.ts';
import {
  blockCounts,
  type Cell,
  type CurvesData,
  type Estimate,
  type Figure,
  type MetricId,
  metricMissingReason,
  metrics,
  putsLoad,
  type RankingTable,
  type Run,
  type ShownPart,
  SITE_DATA_SCHEMA_VERSION,
  scenarioIds,
  shapeGives,
  type TargetCell,
  type TargetData,
  type TargetVariantData,
  variantName,
} from '../../model/index.ts';
import type { RunResult, TargetResult } from '../../results/read-results.ts';
import { DIGITS_STEP, estimate } from '../../stats/index.ts';
import { significant } from '../../util/rounding.ts';
import { runOptions } from '../../words/index.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';

/** A run read in full, with the tables made from it. */
export interface ReadRun {
  result: RunResult;
  tables: readonly RankingTable[];
  curves: readonly CurvesData[];
}

/**
 * Reduces the shown tables of every machine to one document per target, with all of its variants. If no shown
 * run of a machine has a target (it is newer, or was left out then), its data come from the newest other run
 * that has it. Sizes of images and times of builds, which few runs record, come from all runs.
 *
 * @param whole reads a run; called only for those that a target needs
 */
export function targetsData(
  shown: readonly Shown<KnownRun>[],
  all: readonly KnownRun[],
  whole: (run: KnownRun) => ReadRun,
  { optionsOf = (run) => runOptions(run), linesOf = () => null }: Partial<Checkout> = {},
): TargetData[] {
  const newest = newestFirst(all);
  const shownRuns = new Set(shown.flatMap(({ runs }) => runs));
  const others = newest.filter(
    (known) => known.run.finishedAt !== null && known.run.replay === undefined && !shownRuns.has(known),
  );
  const byTarget = new Map<string, Shown<KnownRun>[]>();
  // Include all finished runs; a target that only unfinished runs have gets no page.
  for (const one of [...shown, ...others.map(allOfRun)]) {
    const targets = one.runs.flatMap((known) => known.targets.map(({ target }) => target));
    for (const target of new Set(targets)) {
      byTarget.set(target, [...(byTarget.get(target) ?? []), one]);
    }
  }
  const seldom = newestOf(newest);
  return [...byTarget.keys()]
    .sort()
    .flatMap(
      (id) =>
        targetData(id, byTarget.get(id) ?? [], lastMove(id, newest), { seldom, whole, optionsOf, linesOf }) ??
        [],
    );
}

/** Since when the target has been measured where it was measured last; `null` if it never moved. */
function lastMove(target: string, newest: readonly KnownRun[]): TargetData['lastMove'] {
  const [now, ...before] = newest.filter(
    ({ run, targets }) =>
      run.finishedAt !== null &&
      run.replay === undefined &&
      putsLoad(run.profile) &&
      targets.some((one) => one.target === target && one.state.step === 'measured'),
  );
  if (now === undefined) return null;
  const to = now.run.machine;
  const left = before.findIndex(({ run }) => run.machine !== to);
  const from = before[left]?.run.machine;
  if (from === undefined) return null;
  return { from, to, since: (before[left - 1] ?? now).run.startedAt };
}

/** Rarely recorded values by machine and target variant, each from the newest run that has it. */
interface Seldom {
  images: Map<string, NonNullable<TargetVariantData['containerImage']>>;
  builds: Map<string, NonNullable<TargetVariantData['cleanBuild']>>;
  coldStarts: Map<string, { seconds: Estimate; startedAt: string }>;
}

const seldomKey = (machine: string, target: string, variant: string): string =>
  `${machine} ${variantName(target, variant)}`;

function newestOf(newest: readonly KnownRun[]): Seldom {
  const seldom: Seldom = { images: new Map(), builds: new Map(), coldStarts: new Map() };
  for (const { run, targets } of newest) {
    const { startedAt } = run;
    for (const { target, variant, imageBytes, cleanBuildSeconds, coldStartSeconds } of targets) {
      const key = seldomKey(run.machine, target, variant);
      // Skip a run with uncommitted changes: its images cannot be built again, and their sizes may differ.
      if (imageBytes !== null && !run.modified && !seldom.images.has(key)) {
        seldom.images.set(key, { sizeBytes: imageBytes, startedAt });
      }
      if (cleanBuildSeconds?.length && !seldom.builds.has(key)) {
        seldom.builds.set(key, { seconds: timed(cleanBuildSeconds), startedAt });
      }
      if (coldStartSeconds?.length && !seldom.coldStarts.has(key)) {
        seldom.coldStarts.set(key, { seconds: timed(coldStartSeconds), startedAt });
      }
    }
  }
  return seldom;
}

/** hyperfine's times are kept in five digits, not in the buckets of latencies. */
const timed = (seconds: readonly number[]): Estimate => rounded(estimate(seconds, DIGITS_STEP));

interface Checkout {
  /** Options of `bench run` that make a run again. */
  optionsOf(run: Run): string;
  /** Lines of code of a target, by today's rule; `null` if the checkout does not have it. */
  linesOf(target: string): number | null;
}

/** What the data of every target need. */
interface Known extends Checkout {
  seldom: Seldom;
  whole(run: KnownRun): ReadRun;
}

/** A target in one of the runs that the tables of a machine come from. */
interface Part {
  read: ReadRun;
  variants: TargetResult[];
  isShown(cell: Cell): boolean;
}

/** Builds the data of one target from the first part of each machine, in the order given. */
function targetData(
  id: string,
  having: readonly Shown<KnownRun>[],
  moved: TargetData['lastMove'],
  known: Known,
): TargetData | null {
  const { whole } = known;
  const machines = new Set<string>();
  const appearances = having
    .filter(({ runs: [run] }) => run && !machines.has(run.run.machine) && machines.add(run.run.machine))
    .map(({ runs, tables }) =>
      runs.flatMap((known): Part[] => {
        if (!known.targets.some(({ target }) => target === id)) return [];
        const read = whole(known);
        const own = new Set(
          tables
            .filter(({ run }) => run === known)
            .map(({ scenario, loadShapeId }) => `${scenario} ${loadShapeId}`),
        );
        return [
          {
            read,
            variants: read.result.targets.filter(({ result }) => result.target === id),
            isShown: ({ scenario, loadShapeId }) => own.has(`${scenario} ${loadShapeId}`),
          },
        ];
      }),
    )
    .filter((parts) => parts.length > 0);
  const first = appearances[0]?.[0]?.variants[0]?.result;
  if (first === undefined) return null;
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    target: id,
    name: first.name,
    language: first.language,
    kind: first.kind,
    // Where the page begins with another machine, its figures did not move.
    lastMove: moved?.to === appearances[0]?.[0]?.read.result.run.machine ? moved : null,
    appearances: appearances.map((parts) => appearanceOf(parts, known)),
  };
}

function appearanceOf(parts: readonly Part[], known: Known): TargetData['appearances'][number] {
  const isMeasured = ({ variants }: Part): boolean =>
    variants.some(({ result }) => result.state.step === 'measured');
  const { read } = (parts.find(isMeasured) ?? parts[0]) as Part;
  const { name, run } = read.result;
  const ids = new Set(parts.flatMap(({ variants }) => variants.map(({ result }) => result.variant)));
  const databases = parts.flatMap((part) => part.read.result.run.databases);
  return {
    machine: run.machine,
    run: name,
    startedAt: run.startedAt,
    profile: run.profile.name,
    runs: parts.map(({ read: { result } }) => ({
      ...shownPart(result),
      commit: result.run.commit,
      options: known.optionsOf(result.run),
    })),
    databases: databases.filter(
      ({ kind }, index) => databases.findIndex((other) => other.kind === kind) === index,
    ),
    variants: [...ids].map((variant) => variantData(variant, parts, known)),
  };
}

export function shownPart({ name, run }: Pick<RunResult, 'name' | 'run'>): ShownPart {
  return { run: name, startedAt: run.startedAt, profile: run.profile.name, ...blockCounts(run) };
}

/** Describes a variant by the newest run that measured it, with figures from the run of each table. */
function variantData(variant: string, parts: readonly Part[], { seldom, linesOf }: Known): TargetVariantData {
  const having = parts.flatMap((part) => {
    const own = part.variants.find(({ result }) => result.variant === variant);
    return own ? [{ ...part, own }] : [];
  });
  const { read, own } = (having.find((one) => one.own.result.state.step === 'measured') ??
    having[0]) as (typeof having)[number];
  const { result } = own;
  const key = seldomKey(read.result.run.machine, result.target, variant);
  const checks = having.flatMap((one) => one.own.result.checks);
  return {
    variant,
    commit: result.commit,
    runCommit: read.result.run.commit,
    modified: result.modified,
    framework: result.framework,
    runtime: result.runtime,
    databaseAccess: result.databaseAccess,
    server: result.server,
    state: result.state,
    artifact: result.artifact,
    containerImage: seldom.images.get(key) ?? null,
    buildSeconds: result.buildSeconds,
    cleanBuild: seldom.builds.get(key) ?? null,
    // Until 28 November 2026 runs counted no line of PHP and Perl, nor of configuration in YAML.
    linesOfCode: linesOf(result.target) ?? result.linesOfCode ?? null,
    coldStart: seldom.coldStarts.get(key)?.seconds ?? null,
    coldStartedAt: seldom.coldStarts.get(key)?.startedAt ?? null,
    startCommand: result.startCommand,
    // Each part checks only what it measures, so join their checks.
    checks: checks.filter(({ id }, index) => checks.findIndex((other) => other.id === id) === index),
    raw: having.map((one) => ({ run: one.read.result.name, path: one.own.file })),
    cells: inContractOrder(
      having.flatMap((one) =>
        one.own.result.cells.filter(one.isShown).map((cell) => cellData(cell, one.own.result, one.read)),
      ),
    ),
  };
}

/**
 * Sorts cells in the order of the contract; results keep the order of measuring, which is drawn for each run.
 */
function inContractOrder(cells: readonly TargetCell[]): TargetCell[] {
  const place = ({ scenario }: TargetCell): number => scenarioIds.indexOf(scenario);
  return [...cells].sort((a, b) => place(a) - place(b));
}

/** Figures of the tables of each run: each target has a cell in most of them, and they are fitted as a whole. */
const figuresOfRuns = new WeakMap<ReadRun, Map<string, TableFigures>>();

/** Returns the figures of the table that has the cell. */
function tableOfCell(read: ReadRun, { scenario, loadShapeId }: Cell, metric: MetricId): TableFigures {
  const { result } = read;
  const known = figuresOfRuns.get(read) ?? new Map<string, TableFigures>();
  figuresOfRuns.set(read, known);
  const key = `${scenario} ${loadShapeId} ${metric}`;
  const found = known.get(key);
  if (found) return found;
  const cells = result.targets.flatMap(({ result: own }) => {
    const cell = cellOf(own, scenario, loadShapeId);
    return cell ? [{ id: variantName(own.target, own.variant), cell }] : [];
  });
  const table = tableFigures(result.run, cells, metric);
  known.set(key, table);
  return table;
}

function cellData(cell: Cell, { target, variant }: TargetResult['result'], read: ReadRun): TargetCell {
  const { result, tables, curves } = read;
  const own = curves.find((one) => one.target === target && one.variant === variant);
  const curve = own?.curves.find(
    ({ scenario, loadShapeId }) => scenario === cell.scenario && loadShapeId === cell.loadShapeId,
  );
  const figuresOf = (metric: MetricId): number[] => [
    ...(tableOfCell(read, cell, metric).figures.get(variantName(target, variant))?.values() ?? []),
  ];
  const rankedAmong: TargetCell['rankedAmong'] = {};
  const figures = metrics
    .filter((metric) => shapeGives(cell.loadShape, metric))
    .map((metric): Figure => {
      const table = tables.find(
        (candidate) =>
          candidate.scenario === cell.scenario &&
          candidate.loadShapeId === cell.loadShapeId &&
          candidate.metric === metric.id,
      );
      const own = table?.rows.find((row) => row.target === target && row.variant === variant)?.outcome;
      const ranked = table?.rows.filter(({ outcome }) => outcome.kind === 'ranked') ?? [];
      rankedAmong[metric.id] = ranked.length;
      const values = figuresOf(metric.id);
      // The very estimate of the table, so that both pages say the same.
      const figure = own !== undefined && 'estimate' in own ? own.estimate : null;
      return {
        metric: metric.id,
        estimate: figure,
        missing: figure === null ? metricMissingReason(cell, metric.id) : null,
        values: values.map((value) => significant(value)),
        rank: own?.kind === 'ranked' ? own.rank : null,
      };
    });
  return {
    run: result.name,
    scenario: cell.scenario,
    scenarioVersion: cell.scenarioVersion,
    loadShape: cell.loadShape,
    loadShapeId: cell.loadShapeId,
    ratePerSecond: cell.ratePerSecond,
    loaderCommand: cell.loaderCommand,
    rankedAmong,
    figures,
    latencyCurve: curve ? { requests: curve.requests, blocks: curve.blocks, seconds: curve.seconds } : null,
    marks: cell.marks,
    failures: cell.failures,
  };
}
