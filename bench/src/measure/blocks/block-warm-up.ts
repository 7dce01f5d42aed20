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
import { seededRandom } from '../../util/random.ts';
import type { Measuring } from '../bench.ts';
import { cellName, mix, nameSeed, type PlannedCell } from '../planned-cells.ts';
import { type LoadOutcome, type LoadRequest, putLoad } from '../slice/load.ts';
import { measureSlice } from '../slice/slice.ts';
import { confirmingRule, ruleFor, type SteadyRule } from '../warm-up/steady-state.ts';
import { type WarmedUp, warmUp } from '../warm-up/warm-up.ts';
import type { BlockCell, BlockCells, Slice } from './block-cells.ts';
import type { LiveServer } from './live-server.ts';
import { mixedRequests, responsesEach } from './mixed-load.ts';
import { notWarm } from './not-warm.ts';
import { warmupOf } from './warm-up-record.ts';

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
}

/** One load that warms a server up: of one scenario, or of several mixed. */
interface WarmingLoad {
  shape: LoadShape;
  requests: readonly ScenarioRequest[];
  ratePerSecond: number | null;
  place: number;
  rule: SteadyRule;
  /** Whether it begins with few connections, until the compiling threads are quiet. */
  light: boolean;
  /** Limit on its load; the profile's if none is given. */
  maxSeconds?: number;
  /** The cell whose probes accompany the load; none if none is given. */
  probed?: PlannedCell;
}

/** Limit on settling: the slowest JVMs take five seconds, and the rule wants some more to see it. */
const SETTLING_SECONDS = 20;
/** Keeps its seed apart from those of the other loads, whose places count from 0. */
const SETTLING_PLACE = 0x5e77;

/**
 * Warms the servers of a block up. Scenarios that the profile names as warmed together share one load, which
 * ends when the server is steady under it; each of them is then confirmed under its own. All others have a
 * warm-up of their own. At a fixed rate a runtime that compiles as it runs would take minutes to see as many
 * requests as in seconds of a closed loop, so it is warmed up in a closed loop and confirmed at the rate.
 */
export class BlockWarmUp {
  readonly recorded: { name: string; warmup: Warmup }[] = [];
  /** Wall time of all loads. */
  loadSeconds = 0;
  readonly #bench: Measuring;
  readonly #request: WarmUpRequest;
  readonly #effects: WarmUpEffects;

  constructor(bench: Measuring, request: WarmUpRequest, effects: WarmUpEffects) {
    this.#bench = bench;
    this.#request = request;
    this.#effects = effects;
  }

  /** Warms a server up for each of its scenarios. A failure costs the cells that need what failed. */
  async warm(live: LiveServer): Promise<void> {
    const order = this.#order(live);
    const together = this.#together(live, order);
    let mixed: WarmedUp | null | undefined;
    let place = 0;
    for (const scenario of order) {
      const isMixed = together.includes(scenario);
      if (isMixed && mixed === undefined) mixed = await this.#warmAhead(live, together, place++);
      const cells = this.#cellsOf(live, scenario);
      const [first] = cells;
      if (!first || live.failure !== null) continue;
      try {
        let ahead = (isMixed && mixed) || null;
        if (!isMixed && this.#isTooSlowToWarm(live, first))
          ahead = await this.#warmAhead(live, [scenario], place++);
        await this.#warmFor(live, first, cells, place++, ahead);
      } catch (error) {
        this.#bench.signal.throwIfAborted();
        await this.#effects.cells.failLoad(live, first, error, cells);
      }
    }
  }

  /**
   * Loads a warm server for one of its cells until it is steady again, in a closed loop, with the probes that come
   * with every slice. To a runtime that compiles as it runs they are requests of a new kind, for which the JVM
   * throws machine code away: at first it answers half as much (`figure -- with-probes`). A failure costs this
   * cell.
   */
  async settle(live: LiveServer, into: BlockCell): Promise<void> {
    const { cell } = into;
    const { scenario } = cell;
    try {
      await this.#effects.prepareTable(scenario);
      const warmed = await this.#load(live, {
        shape: inClosedLoop(cell.shape),
        requests: scenario.requests(this.#bench.data),
        ratePerSecond: null,
        place: SETTLING_PLACE,
        rule: this.#settlingRuleFor(live),
        light: false,
        maxSeconds: Math.min(SETTLING_SECONDS, this.#request.profile.warmup.maxSeconds),
        probed: cell,
      });
      this.#effects.count(scenario.id, warmed.responses);
    } catch (error) {
      this.#bench.signal.throwIfAborted();
      await this.#effects.cells.failLoad(live, into, error, [into]);
    }
  }

  #order(live: LiveServer): ScenarioId[] {
    const { profile, seed, block } = this.#request;
    const own = new Set(this.#effects.cells.open(live).map(({ cell }) => cell.scenario.id));
    const random = seededRandom(mix(seed, block, nameSeed(live.name)));
    const drawn = random.shuffled(profile.scenarios.filter((id) => own.has(id)));
    const isCurve = (id: ScenarioId): boolean => id === profile.warmup.curve;
    return drawn.sort((a, b) => Number(isCurve(b)) - Number(isCurve(a)));
  }

  /** Returns the scenarios to warm the server with in one load; none if it compiles nothing as it runs. */
  #together(live: LiveServer, order: readonly ScenarioId[]): ScenarioId[] {
    if (!compilesAsItRuns(live.ready.targetVariant.target.manifest.language)) return [];
    return warmedTogether(this.#request.profile, order);
  }

  /** Whether the runtime compiles as it runs, and no load of the scenario is in a closed loop. */
  #isTooSlowToWarm(live: LiveServer, { cell }: BlockCell): boolean {
    return compilesAsItRuns(live.ready.targetVariant.target.manifest.language) && hasRate(cell.shape);
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
  async #warmAhead(live: LiveServer, ids: readonly ScenarioId[], place: number): Promise<WarmedUp | null> {
    const { block, seed } = this.#request;
    const cells = ids.flatMap((id) => this.#cellsOf(live, id).slice(0, 1));
    const [first, ...others] = cells.map(({ cell }) => cell);
    if (!first || live.failure !== null) return null;
    this.#reportWarming(live, ids.join(', '));
    try {
      for (const { scenario } of [first, ...others]) await this.#effects.prepareTable(scenario);
      const shape = inClosedLoop(first.shape);
      const warmed = await this.#load(live, {
        shape,
        requests: mixedRequests(
          [first, ...others].map(({ scenario }) => scenario),
          this.#bench.data,
          mix(seed, block, nameSeed(live.name)),
        ),
        ratePerSecond: null,
        place,
        rule: this.#ruleFor(live),
        light: true,
      });
      for (const [id, responses] of responsesEach(ids, warmed.responses)) this.#effects.count(id, responses);
      const scenarios = [first.scenario.id, ...others.map(({ scenario }) => scenario.id)] as const;
      this.recorded.push({ name: live.name, warmup: warmupOf({ block, scenarios, shape, place }, warmed) });
      return warmed.steady ? warmed : null;
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
    place: number,
    ahead: WarmedUp | null,
  ): Promise<void> {
    const { profile, block, rateOf } = this.#request;
    const { cell } = first;
    const { scenario } = cell;
    await this.#effects.prepareTable(scenario);
    this.#reportWarming(live, scenario.id);
    const isCurve = place === 0 && scenario.id === profile.warmup.curve;
    const { language } = live.ready.targetVariant.target.manifest;
    const warmed = await this.#load(live, {
      shape: cell.shape,
      requests: scenario.requests(this.#bench.data),
      ratePerSecond: hasRate(cell.shape) ? (rateOf(cell, []) ?? 1) : null,
      place,
      rule: ahead ? confirmingRule : this.#ruleFor(live),
      light: !ahead && !isCurve && compilesAsItRuns(language) && !hasRate(cell.shape),
    });
    this.#effects.count(scenario.id, warmed.responses);
    live.lastPerSecond.set(scenario.id, warmed.slices.at(-1)?.throughputPerSecond ?? 0);
    const { shape } = cell;
    this.recorded.push({
      name: live.name,
      warmup: warmupOf({ block, scenarios: [scenario.id], shape, place }, warmed),
    });
    for (const one of cells) this.#judge(one, warmed, ahead);
  }

  async #load(live: LiveServer, load: WarmingLoad): Promise<WarmedUp> {
    const { profile, seed, block } = this.#request;
    const { shape, requests, ratePerSecond, place, rule, light, maxSeconds, probed } = load;
    const warmed = await live.during((signal) =>
      warmUp(
        (request, signal) =>
          probed ? this.#probedLoad(live, probed, request, signal) : putLoad(this.#bench, request, signal),
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
          ...(light && { compileWithConnections: FEW_CONNECTIONS }),
          maxSeconds: maxSeconds ?? profile.warmup.maxSeconds,
        },
        signal,
      ),
    );
    this.loadSeconds += warmed.seconds;
    return warmed;
  }

  /** Puts a load as a slice does, with its probes. Nothing that they find counts yet. */
  async #probedLoad(
    live: LiveServer,
    cell: PlannedCell,
    { shape, seconds, seed, part }: LoadRequest,
    signal: AbortSignal,
  ): Promise<LoadOutcome> {
    const { observed } = await measureSlice(
      this.#bench,
      live.server,
      {
        cell: { ...cell, shape },
        seconds,
        ratePerSecond: null,
        seed: mix(seed, part ?? 0),
        lastPerSecond: live.lastPerSecond.get(cell.scenario.id) ?? 0,
        countsConnections: false,
      },
      signal,
    );
    return observed.outcome;
  }

  /** V8 does not compile again because of probes, so that two seconds which agree suffice. */
  #settlingRuleFor(live: LiveServer): SteadyRule {
    const { language } = live.ready.targetVariant.target.manifest;
    return runtimeKindOf(language) === 'virtualMachine' ? ruleFor(language) : confirmingRule;
  }

  #ruleFor(live: LiveServer): SteadyRule {
    return ruleFor(live.ready.targetVariant.target.manifest.language);
  }

  #judge(cell: BlockCell, warmed: WarmedUp, ahead: WarmedUp | null): void {
    const { otherwise, maxSeconds } = this.#request.profile.warmup;
    const slicesOf = (one: WarmedUp | null): number => (one ? one.lightSlices + one.slices.length : 0);
    cell.warmupSlices = slicesOf(ahead) + slicesOf(warmed);
    cell.warm = warmed.steady;
    if (warmed.steady) return;
    const detail = `still warming up after ${cell.warmupSlices} s of load`;
    if (otherwise === 'mark') cell.marks.push({ code: 'not-warm', detail });
    else {
      const { cells } = this.#effects;
      cells.fail(cell, notWarm(cell.cell.targetVariant.name, cellName(cell.cell), maxSeconds, detail));
    }
  }

  #reportWarming(live: LiveServer, what: string): void {
    const { block, profile } = this.#request;
    this.#effects.report(`block ${block + 1} of ${profile.blocks}: warming ${live.name} with ${what}`);
  }
}
