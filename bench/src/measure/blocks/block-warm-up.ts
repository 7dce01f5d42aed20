import {
  compilesAsItRuns,
  FEW_CONNECTIONS,
  hasRate,
  inClosedLoop,
  type LoadShape,
  type Profile,
  runtimeKindOf,
  type Scenario,
  type ScenarioId,
  type ScenarioRequest,
  type Warmup,
  warmedTogether,
} from '../../model/index.ts';
import type { PitwallError } from '../../util/errors.ts';
import { seededRandom } from '../../util/random.ts';
import type { Measuring } from '../bench.ts';
import { cellName, mix, nameSeed, type PlannedCell } from '../planned-cells.ts';
import type { LoadOutcome, LoadRequest } from '../slice/load.ts';
import { putProbedLoad } from '../slice/with-probes.ts';
import {
  confirmingRule,
  ruleFor,
  type SteadyRule,
  settlingRule,
  type WarmSecond,
} from '../warm-up/steady-state.ts';
import { type WarmedUp, warmUp } from '../warm-up/warm-up.ts';
import type { BlockCell, BlockCells, Slice } from './block-cells.ts';
import type { LiveServer } from './live-server.ts';
import { requestsOfAll, responsesEach } from './mixed-load.ts';
import { NotWarmMarks, notWarm, stillWarming } from './not-warm.ts';
import { warmupOf } from './record/warm-up-record.ts';

interface WarmUpRequest {
  block: number;
  profile: Profile;
  seed: number;
  /** Returns the rate of a fixed-rate cell; `null` for a closed loop, or if no capacity is known yet. */
  rateOf(cell: PlannedCell, slices: readonly Slice[]): number | null;
}

/** What warming up shares with the rest of its block. */
interface WarmUpEffects {
  cells: BlockCells;
  /** Restores the seeded rows of the scenario's table. */
  prepareTable(scenario: Scenario): Promise<void>;
  /** Counts responses, which the databases must have seen. */
  count(id: ScenarioId, responses: number): void;
  report(text: string): void;
  /** The error of a server that grows without limit; `null` if it has room. */
  excessOf(live: LiveServer, peakMemoryBytes: number | null): PitwallError | null;
}

/** One load that warms a server up: of one scenario, or of several mixed. */
interface WarmingLoad {
  /** The cells to warm up, whose probes accompany the load, second by second in turn. */
  cells: readonly [PlannedCell, ...PlannedCell[]];
  shape: LoadShape;
  requests: readonly ScenarioRequest[];
  ratePerSecond: number | null;
  rule: SteadyRule;
  /** Whether it begins with few connections, until the compiling threads are quiet. */
  isLightFirst: boolean;
  /** Limit on its load; the profile's if none is given. */
  maxSeconds?: number;
  /** Whether its seconds are a figure: then no probes accompany it. */
  isFigure?: boolean;
  /** Whether it only settles a server that was warm before. */
  isSettling?: boolean;
}

/** Limit on settling: warm servers need two seconds, and a disturbed one some more to show that it is warm. */
const SETTLING_SECONDS = 20;

/**
 * Warms the servers of a block up. Scenarios that the profile names as warmed together share one load, which ends when
 * the server is steady under it; where the runtime compiles as it runs, each of them is then confirmed under its own.
 * All others have a warm-up of their own. At a fixed rate a runtime that compiles as it runs would take minutes to see
 * as many requests as in seconds of a closed loop, so it is warmed up in a closed loop and confirmed at the rate.
 *
 * Probes accompany all of it, since to a runtime that compiles as it runs they are requests of a new kind: the JVM
 * throws machine code away when it meets them, and compiles for 10 to 20 seconds more (`figure -- with-probes`).
 * Only the first load of a start that the profile names as its curve has none, because its seconds are a figure;
 * the JVM is then warmed up once more.
 */
export class BlockWarmUp {
  readonly recorded: { name: string; warmup: Warmup }[] = [];
  /** Wall time of all loads. */
  loadSeconds = 0;
  readonly #bench: Measuring;
  readonly #request: WarmUpRequest;
  readonly #effects: WarmUpEffects;
  readonly #marks = new NotWarmMarks();
  /** How many warm-ups each start has had. */
  readonly #places = new Map<LiveServer, number>();
  /** Servers that have answered a load. */
  readonly #answering = new Set<LiveServer>();
  /** The newest warm-up of each cell in a closed loop. */
  readonly #warm = new Map<PlannedCell, readonly WarmSecond[]>();
  /** The scenarios that one load has warmed each server for, and that load. */
  readonly #mixed = new Map<LiveServer, { ids: readonly ScenarioId[]; seconds: readonly WarmSecond[] }>();

  constructor(bench: Measuring, request: WarmUpRequest, effects: WarmUpEffects) {
    this.#bench = bench;
    this.#request = request;
    this.#effects = effects;
  }

  /** Warms a server up for each of its scenarios. A failure costs the cells that need what failed. */
  async warm(live: LiveServer): Promise<void> {
    this.#marks.begin(this.#effects.cells.open(live));
    const order = this.#order(live);
    const together = warmedTogether(this.#request.profile, order);
    let mixed: WarmedUp | null | undefined;
    for (const scenario of order) {
      const isMixed = together.includes(scenario);
      if (isMixed && mixed === undefined) mixed = await this.#warmAhead(live, together);
      const cells = this.#cellsOf(live, scenario);
      const [first] = cells;
      if (!first || live.failure !== null) continue;
      try {
        let ahead = (isMixed && mixed) || null;
        if (!ahead && this.#isTooSlowToWarm(live, first)) ahead = await this.#warmAhead(live, [scenario]);
        await this.#warmFor(live, first, cells, ahead);
      } catch (error) {
        this.#bench.signal.throwIfAborted();
        await this.#effects.cells.failLoad(live, first, error, cells);
      }
    }
  }

  /**
   * Loads a server in a closed loop until it shows once more that it is warm for these cells: it has waited while the
   * others were warmed up. Cells that one load has warmed share this one, too; if that does not show it, each has one of
   * its own. A failure costs its cell.
   */
  async settle(live: LiveServer, cells: readonly BlockCell[]): Promise<void> {
    const together = await this.#settleTogether(live, cells);
    for (const into of cells) {
      if (together.includes(into) || into.failure !== null || live.failure !== null) continue;
      try {
        const warmed = await this.#settleBy(live, [into.cell], this.#warm.get(into.cell) ?? []);
        this.#judgeSettled(this.#cellsOf(live, into.cell.scenario.id), warmed);
      } catch (error) {
        this.#bench.signal.throwIfAborted();
        await this.#effects.cells.failLoad(live, into, error, [into]);
      }
    }
  }

  /** Settles the cells that one load has warmed. Returns none if that load does not show that they are warm. */
  async #settleTogether(live: LiveServer, cells: readonly BlockCell[]): Promise<BlockCell[]> {
    const before = this.#mixed.get(live);
    const together = cells.filter(({ cell }) => before?.ids.includes(cell.scenario.id));
    const ids = new Set(together.map(({ cell }) => cell.scenario.id));
    // Without one of the scenarios, a request of the mix costs something else.
    if (!before || ids.size < before.ids.length) return [];
    const planned = before.ids.flatMap(
      (id) => together.find(({ cell }) => cell.scenario.id === id)?.cell ?? [],
    );
    try {
      const warmed = await this.#settleBy(live, planned as [PlannedCell, ...PlannedCell[]], before.seconds);
      if (!warmed.steady) return [];
      this.#judgeSettled(
        before.ids.flatMap((id) => this.#cellsOf(live, id)),
        warmed,
      );
      return together;
    } catch (error) {
      this.#bench.signal.throwIfAborted();
      if (live.isDead) this.#effects.cells.failServer(live, error);
      return [];
    }
  }

  async #settleBy(
    live: LiveServer,
    cells: readonly [PlannedCell, ...PlannedCell[]],
    warm: readonly WarmSecond[],
  ): Promise<WarmedUp> {
    const scenarios = cells.map(({ scenario }) => scenario);
    for (const scenario of scenarios) await this.#effects.prepareTable(scenario);
    return this.#load(live, {
      cells,
      shape: inClosedLoop(cells[0].shape),
      requests: requestsOfAll(scenarios, this.#bench.data, this.#seedOf(live)),
      ratePerSecond: null,
      rule: settlingRule(warm),
      isLightFirst: false,
      maxSeconds: Math.min(SETTLING_SECONDS, this.#request.profile.warmup.maxSeconds),
      isSettling: true,
    });
  }

  /** A cell that was not warm in time stays so: settling asks for less. */
  #judgeSettled(cells: readonly BlockCell[], warmed: WarmedUp): void {
    for (const cell of cells) if (cell.warm) this.#judge(cell, warmed);
  }

  #order(live: LiveServer): ScenarioId[] {
    const { profile } = this.#request;
    const own = new Set(this.#effects.cells.open(live).map(({ cell }) => cell.scenario.id));
    const random = seededRandom(this.#seedOf(live));
    const drawn = random.shuffled(profile.scenarios.filter((id) => own.has(id)));
    const isCurve = (id: ScenarioId): boolean => id === profile.warmup.curve;
    return drawn.sort((a, b) => Number(isCurve(b)) - Number(isCurve(a)));
  }

  #compiles(live: LiveServer): boolean {
    return compilesAsItRuns(live.ready.targetVariant.target.manifest.language);
  }

  #seedOf(live: LiveServer): number {
    const { block, seed } = this.#request;
    return mix(seed, block, nameSeed(live.name));
  }

  /** Whether the runtime compiles as it runs, and no load of the scenario is in a closed loop. */
  #isTooSlowToWarm(live: LiveServer, { cell }: BlockCell): boolean {
    return this.#compiles(live) && hasRate(cell.shape);
  }

  /** Returns the cells of a scenario that are still measured, those without a rate first. */
  #cellsOf(live: LiveServer, id: ScenarioId): BlockCell[] {
    return this.#effects.cells
      .open(live)
      .filter(({ cell }) => cell.scenario.id === id)
      .sort((a, b) => Number(hasRate(a.cell.shape)) - Number(hasRate(b.cell.shape)));
  }

  /**
   * Loads the server with all these scenarios at once, in a closed loop. Returns `null` if that fails: what it
   * says of one scenario cannot be told, so each is then warmed up by itself, and fails by itself.
   */
  async #warmAhead(live: LiveServer, ids: readonly ScenarioId[]): Promise<WarmedUp | null> {
    const cells = ids.flatMap((id) => this.#cellsOf(live, id).slice(0, 1)).map(({ cell }) => cell);
    const [first, ...others] = cells;
    if (!first || live.failure !== null) return null;
    this.#reportWarming(live, ids.join(', '));
    const scenarios = cells.map(({ scenario }) => scenario);
    try {
      for (const scenario of scenarios) await this.#effects.prepareTable(scenario);
      const warmed = await this.#load(live, {
        cells: [first, ...others],
        shape: inClosedLoop(first.shape),
        requests: requestsOfAll(scenarios, this.#bench.data, this.#seedOf(live)),
        ratePerSecond: null,
        rule: this.#ruleFor(live),
        isLightFirst: this.#compiles(live),
      });
      if (!warmed.steady) return null;
      if (ids.length > 1) this.#mixed.set(live, { ids, seconds: warmed.slices });
      return warmed;
    } catch (error) {
      this.#bench.signal.throwIfAborted();
      if (live.isDead) this.#effects.cells.failServer(live, error);
      return null;
    }
  }

  async #warmFor(
    live: LiveServer,
    first: BlockCell,
    cells: readonly BlockCell[],
    ahead: WarmedUp | null,
  ): Promise<void> {
    const { profile, rateOf } = this.#request;
    const { cell } = first;
    const { scenario, shape } = cell;
    if (ahead && !this.#compiles(live) && !hasRate(shape)) {
      // Nothing was compiled for the mixed load that would not fit this one.
      live.lastPerSecond.set(scenario.id, ahead.slices.at(-1)?.throughputPerSecond ?? 0);
      for (const one of cells) this.#judge(one, ahead);
      return;
    }
    await this.#effects.prepareTable(scenario);
    this.#reportWarming(live, scenario.id);
    const { language } = live.ready.targetVariant.target.manifest;
    const load = {
      cells: [cell] as const,
      shape,
      requests: scenario.requests(this.#bench.data),
      ratePerSecond: hasRate(shape) ? (rateOf(cell, []) ?? 1) : null,
      rule: ahead ? confirmingRule : this.#ruleFor(live),
      isLightFirst: !ahead && this.#compiles(live) && !hasRate(shape),
    };
    const isCurve = this.#placeOf(live) === 0 && scenario.id === profile.warmup.curve;
    if (isCurve) {
      const warmed = await this.#load(live, { ...load, isLightFirst: false, isFigure: true });
      for (const one of cells) this.#judge(one, warmed);
      // Only this machine code depends on the probes; whatever else compiles settles with them.
      if (runtimeKindOf(language) !== 'virtualMachine' || first.failure !== null) return;
    }
    const warmed = await this.#load(live, load);
    for (const one of cells) this.#judge(one, ahead, warmed);
  }

  /** Puts a load on a server until it is warm by the load's rule, and records it. */
  async #load(live: LiveServer, load: WarmingLoad): Promise<WarmedUp> {
    const { profile, seed, block } = this.#request;
    const { cells, shape, requests, ratePerSecond, rule, isLightFirst, maxSeconds } = load;
    const place = this.#placeOf(live);
    this.#places.set(live, place + 1);
    const warmed = await live.during((signal) =>
      warmUp(
        (request, signal) => this.#putLoad(live, load, request, signal),
        {
          server: live.server,
          load: {
            shape,
            origin: live.server.origin,
            requests: [...requests],
            seconds: 1,
            ratePerSecond,
            seed: mix(seed, block, place),
          },
          rule,
          sliceSeconds: 1,
          ...(isLightFirst && { compileWithConnections: FEW_CONNECTIONS }),
          maxSeconds: maxSeconds ?? profile.warmup.maxSeconds,
          watch: ({ peakMemoryBytes }) => this.#requireRoom(live, peakMemoryBytes),
        },
        signal,
      ),
    );
    this.loadSeconds += warmed.seconds;
    const ids = cells.map(({ scenario }) => scenario.id) as [ScenarioId, ...ScenarioId[]];
    for (const [id, responses] of responsesEach(ids, warmed.responses)) this.#effects.count(id, responses);
    if (ids.length === 1) live.lastPerSecond.set(ids[0], warmed.slices.at(-1)?.throughputPerSecond ?? 0);
    if (ids.length === 1 && ratePerSecond === null) this.#warm.set(cells[0], warmed.slices);
    const { isSettling = false } = load;
    this.recorded.push({
      name: live.name,
      warmup: warmupOf({ block, scenarios: ids, shape, place, isSettling }, warmed),
    });
    return warmed;
  }

  /** Puts a second of load. Nothing that its probes find counts yet. */
  async #putLoad(
    live: LiveServer,
    { cells, isFigure }: WarmingLoad,
    load: LoadRequest,
    signal: AbortSignal,
  ): Promise<LoadOutcome> {
    // Probes of a server that answers nothing would wait for their timeouts, one after the other.
    const probed = isFigure || !this.#answering.has(live) ? [] : cells;
    const outcome = await putProbedLoad(this.#bench, live.server, probed, load, signal);
    if (outcome.report.requests > 0) this.#answering.add(live);
    return outcome;
  }

  /** A warm-up may last two minutes: what grows without limit must not have the machine's memory by then. */
  #requireRoom(live: LiveServer, peakMemoryBytes: number | null): void {
    const excess = this.#effects.excessOf(live, peakMemoryBytes);
    if (!excess) return;
    this.#effects.cells.failServer(live, excess);
    throw excess;
  }

  #placeOf(live: LiveServer): number {
    return this.#places.get(live) ?? 0;
  }

  #ruleFor(live: LiveServer): SteadyRule {
    return ruleFor(live.ready.targetVariant.target.manifest.language);
  }

  /** Adds loads to a cell's warm-up; the last of them says whether the cell is warm. */
  #judge(cell: BlockCell, ...loads: readonly [...(WarmedUp | null)[], WarmedUp]): void {
    const { otherwise, maxSeconds } = this.#request.profile.warmup;
    for (const one of loads) cell.warmupSlices += one ? one.lightSlices + one.slices.length : 0;
    const last = loads.at(-1);
    cell.warm = last?.steady ?? false;
    const detail = stillWarming(cell.warmupSlices, last?.slices ?? []);
    if (otherwise === 'mark') this.#marks.judge(cell, detail);
    else if (!cell.warm) {
      const { cells } = this.#effects;
      cells.fail(cell, notWarm(cell.cell.targetVariant.name, cellName(cell.cell), maxSeconds, detail));
    }
  }

  #reportWarming(live: LiveServer, what: string): void {
    const { block, profile } = this.#request;
    this.#effects.report(`block ${block + 1} of ${profile.blocks}: warming ${live.name} with ${what}`);
  }
}
