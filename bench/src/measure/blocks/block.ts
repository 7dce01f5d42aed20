import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../databases/database.ts';
import {
  databaseKinds,
  FAILURES_IN_A_ROW,
  hasRate,
  loadSeconds,
  type Profile,
  QUIET_COMPILING_RATIO,
  type ScenarioId,
  type Warmup,
  warmedTogether,
} from '../../model/index.ts';
import { mean } from '../../stats/index.ts';
import type { PitwallError } from '../../util/errors.ts';
import type { Building, Measuring } from '../bench.ts';
import { cellName, mix, nameSeed, type PlannedCell } from '../planned-cells.ts';
import { respondsAlone } from '../slice/alone.ts';
import { measureSlice } from '../slice/slice.ts';
import { isSilence } from '../warm-up/warm-up.ts';
import { type BlockCell, BlockCells, hasCountedConnections, type Slice } from './block-cells.ts';
import { BlockWarmUp } from './block-warm-up.ts';
import { cycleOrder, ratesEveryCycles, settlingOrder, type Visit, visitsTo } from './cycle-order.ts';
import { type CountedResponses, proveDatabases } from './databases/database-proof.ts';
import { SeededTables } from './databases/seeded-tables.ts';
import type { GroupPlan } from './groups/plan-groups.ts';
import { excessOf } from './groups/room.ts';
import { leadIn, leadInSeconds } from './lead-in.ts';
import { LiveServer, type Ready } from './live-server.ts';
import { responsesEach } from './mixed-load.ts';

export interface BlockOutcome {
  block: number;
  startedSeconds: number;
  seconds: number;
  groups: number;
  cells: BlockCell[];
  warmups: { name: string; warmup: Warmup }[];
  /** Wall time of all loads: warm-up and slices. */
  loadSeconds: number;
  /** Wall time of the slices alone. */
  measuredSeconds: number;
}

/** What blocks are measured with. */
export type BlockBench = Measuring & Pick<Building, 'report'>;

interface BlockRequest {
  block: number;
  profile: Profile;
  seed: number;
  ready: readonly Ready[];
  /** Cells to measure in this block. */
  cells: readonly PlannedCell[];
  plan: GroupPlan;
  /** Returns the rate of a fixed-rate cell; `null` for a closed loop, or if no capacity is known yet. */
  rateOf(cell: PlannedCell, slices: readonly Slice[]): number | null;
  /** Seconds of work on the run so far. */
  elapsed(): number;
  /** When the block should end, on the clock of `elapsed`; `null` if it ends after its cycles. */
  untilSeconds: number | null;
  /** When the run will probably end, on the clock of `elapsed`; `null` if nobody has estimated it. */
  runUntilSeconds: number | null;
}

/** A cell that is still measured, and its server. */
interface Loadable {
  server: LiveServer;
  into: BlockCell;
}

/** How often a disturbed slice is repeated. */
const MOST_REPEATS = 2;
/** For inserts that no loader waits for any more: stopped within a transaction, a server would hold its locks. */
const INSERTS_END_MILLISECONDS = 100;
const DISTURBANCES: readonly string[] = ['stolen-time', 'disturbed'];
/** Keeps the seeds of repeats and retries apart. */
const MOST_PARTS = 250;

/**
 * Starts all targets afresh, warms each to its steady state, then loads them in turn in short slices, cycle
 * after cycle, so that slices close in time share the machine's disturbances. A failing server costs only its
 * own rows of this block. Throws only if interrupted, and then leaves nothing running.
 */
export async function measureBlock(bench: BlockBench, request: BlockRequest): Promise<BlockOutcome> {
  return new Block(bench, request).measure();
}

class Block {
  readonly #bench: BlockBench;
  readonly #request: BlockRequest;
  readonly #cells: BlockCells;
  readonly #warmUp: BlockWarmUp;
  readonly #startedSeconds: number;
  readonly #tables: SeededTables;
  readonly #counted: CountedResponses = new Map();
  readonly #stopped = new Set<LiveServer>();
  /**
   * Cycles of all groups so far: each group continues the numbers, because its cycles share no disturbance
   * with those of the groups before.
   */
  #cyclesDone = 0;
  #measuredSeconds = 0;
  #leadInSeconds = 0;

  constructor(bench: BlockBench, request: BlockRequest) {
    this.#bench = bench;
    this.#request = request;
    this.#startedSeconds = request.elapsed();
    this.#tables = new SeededTables(bench);
    this.#cells = new BlockCells(bench, request.block, request.cells);
    this.#warmUp = new BlockWarmUp(bench, request, {
      cells: this.#cells,
      prepareTable: (scenario) => this.#tables.prepare(scenario),
      count: (id, responses) => this.#count(id, responses),
      report: (text) => this.#report(text),
      excessOf: (live, peakMemoryBytes) => this.#excessOf(live, peakMemoryBytes),
    });
  }

  async measure(): Promise<BlockOutcome> {
    const { block, ready, elapsed } = this.#request;
    const { groups } = this.#request.plan;
    await this.#seed();
    const proof = await proveDatabases(this.#databases(), {
      data: this.#bench.data,
      report: this.#bench.report,
      respondsAlone: (cell, built) => respondsAlone(this.#bench, cell, built),
    });
    for (const [index, group] of groups.entries()) {
      const inGroup = group.flatMap(
        (targetVariant) => ready.find((one) => one.targetVariant === targetVariant) ?? [],
      );
      await this.#measureGroup(inGroup, index, groups.length);
    }
    await proof.finish(this.#counted, this.#cells.all, ready);
    return {
      block,
      startedSeconds: this.#startedSeconds,
      seconds: elapsed() - this.#startedSeconds,
      groups: groups.length,
      cells: [...this.#cells.all],
      warmups: [...this.#warmUp.recorded],
      loadSeconds: this.#warmUp.loadSeconds + this.#leadInSeconds + this.#measuredSeconds,
      measuredSeconds: this.#measuredSeconds,
    };
  }

  #excessOf({ name }: LiveServer, peakMemoryBytes: number | null): PitwallError | null {
    return excessOf(name, peakMemoryBytes, this.#request.plan.room.memoryBytes);
  }

  #databases(): Database[] {
    const kinds = new Set(this.#cells.all.map(({ cell }) => cell.scenario.database));
    return databaseKinds.flatMap((kind) => (kinds.has(kind) ? (this.#bench.databases[kind] ?? []) : []));
  }

  async #seed(): Promise<void> {
    for (const database of this.#databases()) {
      try {
        await database.seed(this.#bench.data);
      } catch (error) {
        this.#bench.signal.throwIfAborted();
        this.#cells.failDatabase(database.kind, error);
      }
    }
  }

  async #measureGroup(group: readonly Ready[], index: number, groups: number): Promise<void> {
    const { untilSeconds, elapsed } = this.#request;
    /** Each group gets an even share of the block's remaining time, in which it also starts and warms up. */
    const until = untilSeconds === null ? null : elapsed() + (untilSeconds - elapsed()) / (groups - index);
    const live: LiveServer[] = [];
    try {
      for (const ready of group) {
        const server = await this.#start(ready);
        if (!server) continue;
        live.push(server);
        // It stands still from its start on, until it is warmed up.
        await this.#orFail(server, () => server.wait());
      }
      for (const server of live)
        if (server.failure === null) await this.#awake(server, () => this.#warmUp.warm(server));
      await this.#cycles(live, until);
    } finally {
      // Stop all at once: none is loaded any more, and each has its own time limit.
      await Promise.all(live.map((server) => this.#stop(server)));
    }
  }

  async #start(ready: Ready): Promise<LiveServer | null> {
    const { block } = this.#request;
    const { name } = ready.targetVariant;
    this.#report(`block ${block + 1} of ${this.#request.profile.blocks}: starting ${name}`);
    try {
      const live = await LiveServer.start(this.#bench, ready, block);
      for (const cell of this.#cells.open(live)) cell.serverCommand = live.server.command;
      return live;
    } catch (error) {
      this.#bench.signal.throwIfAborted();
      for (const cell of this.#cells.of(name)) this.#cells.fail(cell, error);
      return null;
    }
  }

  /** Does some work on a server that stands still before and after. */
  #awake(live: LiveServer, work: () => Promise<void>): Promise<void> {
    return this.#orFail(live, () =>
      live.awake(async () => {
        await work();
        if (this.#tables.isInserting) await delay(INSERTS_END_MILLISECONDS);
      }),
    );
  }

  /** A server that cannot do it, or be paused or resumed, fails. */
  async #orFail(live: LiveServer, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#bench.signal.throwIfAborted();
      this.#cells.failServer(live, error);
    }
    // Its memory and its connections are needed, and what outlives its main process would run beside the others.
    if (live.failure !== null) await this.#stop(live);
  }

  async #cycles(live: readonly LiveServer[], until: number | null): Promise<void> {
    const { profile, seed, block, elapsed } = this.#request;
    const byName = new Map(live.map((server) => [server.name, server]));
    const open = (): BlockCell[] => live.flatMap((server) => this.#cells.open(server));
    await this.#settle(byName, open());
    const spent: number[] = [];
    const most = until === null ? profile.cycles : (profile.mostCycles ?? Number.POSITIVE_INFINITY);
    for (let cycle = 0; cycle < most && open().length > 0; cycle++) {
      if (cycle >= profile.cycles && until !== null && elapsed() + mean(spent) / 2 > until) return;
      const began = elapsed();
      const number = this.#cyclesDone++;
      const planned = cycleOrder(
        open().map(({ cell }) => cell),
        { together: warmedTogether(profile, profile.scenarios), plannedCycles: profile.cycles },
        seed,
        block,
        cycle,
      );
      for (const { tables, visits } of planned) {
        this.#report(`block ${block + 1} of ${profile.blocks}: cycle ${cycle + 1}, ${tables.join(', ')}`);
        await this.#pass(byName, visits, number);
        // The planned cycles are always whole; later ones may end after any pass.
        if (cycle >= profile.cycles && until !== null && elapsed() > until) return;
      }
      spent.push(elapsed() - began);
    }
  }

  /**
   * Settles servers that have waited for the others' warm-up, one after the other: one that compiles as it runs by load
   * until it shows that it is still warm, and each by a slice of every cell that does not count, since the first one
   * is slower (`figure -- first-cycle`). Tables at a fixed rate need none beside others, which settle the servers.
   */
  async #settle(live: ReadonlyMap<string, LiveServer>, open: readonly BlockCell[]): Promise<void> {
    const { profile, seed, block } = this.#request;
    const cells = open.map(({ cell }) => cell);
    const settling = cells.filter(({ shape }) => !hasRate(shape) || ratesEveryCycles(cells) === 1);
    const number = this.#cyclesDone++;
    for (const visit of settlingOrder(settling, seed, block)) {
      const loadable = this.#loadable(live, visit);
      const [first] = loadable;
      if (!first) continue;
      const { server } = first;
      this.#report(`block ${block + 1} of ${profile.blocks}: settling ${server.name}`);
      const compiling = loadable.filter(({ into }) => leadInSeconds(into.cell) > 0);
      await this.#awake(server, async () => {
        await this.#warmUp.settle(
          server,
          compiling.map(({ into }) => into),
        );
        for (const { into } of this.#loadable(live, visit)) {
          const slice = await this.#slice(server, into, number, 0, []);
          if (slice) slice.kept = false;
        }
      });
    }
  }

  /** Returns the cells of a visit with their server, without those that have failed. */
  #loadable(live: ReadonlyMap<string, LiveServer>, visit: readonly PlannedCell[]): Loadable[] {
    return visit.flatMap((cell) => {
      const server = live.get(cell.targetVariant.name);
      const into = this.#cells.all.find((one) => one.cell === cell);
      return !server || !into || into.failure !== null || server.failure !== null ? [] : [{ server, into }];
    });
  }

  /** Loads every cell of a pass once, server by server, then repeats the slices that were disturbed. */
  async #pass(live: ReadonlyMap<string, LiveServer>, visits: readonly Visit[], cycle: number): Promise<void> {
    let waiting = visits;
    for (let attempt = 0; attempt <= MOST_REPEATS && waiting.length > 0; attempt++) {
      const disturbed: PlannedCell[] = [];
      for (const visit of waiting) disturbed.push(...(await this.#visit(live, visit, cycle, attempt)));
      waiting = visitsTo(disturbed);
    }
  }

  /** Loads the cells of one server, one after the other. Returns those to load again, since they were disturbed. */
  async #visit(
    live: ReadonlyMap<string, LiveServer>,
    visit: Visit,
    cycle: number,
    attempt: number,
  ): Promise<PlannedCell[]> {
    const again: PlannedCell[] = [];
    const [first] = this.#loadable(live, visit);
    if (first) await this.#awake(first.server, () => this.#loadInTurn(live, visit, cycle, attempt, again));
    return again;
  }

  async #loadInTurn(
    live: ReadonlyMap<string, LiveServer>,
    visit: Visit,
    cycle: number,
    attempt: number,
    again: PlannedCell[],
  ): Promise<void> {
    let isLedIn = false;
    for (const cell of visit) {
      // A cell before this one may have failed with its server.
      const loadable = this.#loadable(live, visit);
      const found = loadable.find(({ into }) => into.cell === cell);
      if (!found) continue;
      const { server, into } = found;
      if (attempt === 0) into.planned++;
      const ahead = isLedIn ? [] : loadable.map((one) => one.into.cell);
      const slice = await this.#slice(server, into, cycle, attempt, ahead);
      if (!slice) continue;
      isLedIn = true;
      if (attempt < MOST_REPEATS && isDisturbed(slice, into)) {
        slice.kept = false;
        again.push(cell);
      }
    }
  }

  /** Puts one slice of load on a cell, after a lead-in of what the cells `ahead` ask. */
  async #slice(
    live: LiveServer,
    into: BlockCell,
    cycle: number,
    attempt: number,
    ahead: readonly PlannedCell[],
  ): Promise<Slice | null> {
    const { profile, seed, block, elapsed, rateOf } = this.#request;
    const { cell } = into;
    const { scenario, shape } = cell;
    this.#bench.signal.throwIfAborted();
    if (hasRate(shape)) {
      into.ratePerSecond ??= rateOf(cell, this.#cells.closedSlicesOf(cell));
      if (into.ratePerSecond === null) return null;
    }
    for (let failures = 1; ; failures++) {
      try {
        const sliceSeed = mix(seed, block, cycle, attempt * MOST_PARTS + failures, nameSeed(cellName(cell)));
        await this.#leadIn(live, ahead, sliceSeed);
        await this.#tables.prepare(scenario);
        const startedSeconds = elapsed();
        const figures = await live.during((signal) =>
          measureSlice(
            this.#bench,
            live.server,
            {
              cell,
              seconds: loadSeconds(scenario.id, shape, profile),
              ratePerSecond: into.ratePerSecond,
              seed: sliceSeed,
              lastPerSecond: live.lastPerSecond.get(scenario.id) ?? 0,
              countsConnections: !into.slices.some(hasCountedConnections),
              compilers: live.compilers,
            },
            signal,
          ),
        );
        const slice: Slice = { cycle, startedSeconds, figures, kept: true };
        into.slices.push(slice);
        this.#measuredSeconds += figures.seconds;
        this.#count(scenario.id, figures.responses);
        const { peakMemoryBytes } = figures.observed.after.server;
        const excess = this.#excessOf(live, peakMemoryBytes);
        if (excess) this.#cells.failServer(live, excess);
        return slice;
      } catch (error) {
        this.#bench.signal.throwIfAborted();
        if (failures < FAILURES_IN_A_ROW && !live.isDead && !isSilence(error)) {
          this.#cells.repeat(into, error);
          continue;
        }
        await this.#cells.failLoad(live, into, error, [into]);
        return null;
      }
    }
  }

  /** Loads a server that compiles as it runs, so that the slices after it find it as it was. */
  async #leadIn(live: LiveServer, ahead: readonly PlannedCell[], seed: number): Promise<void> {
    if (!ahead[0] || leadInSeconds(ahead[0]) === 0) return;
    const ready: PlannedCell[] = [];
    for (const cell of ahead) {
      // A database that fails here fails again before the slices that use it, and costs no other cell of the visit.
      const isReady = await this.#tables.prepare(cell.scenario).then(
        () => true,
        () => false,
      );
      this.#bench.signal.throwIfAborted();
      if (isReady) ready.push(cell);
    }
    const [first, ...others] = ready;
    if (!first) return;
    const loaded = await live.during((signal) => leadIn(this.#bench, live, [first, ...others], seed, signal));
    this.#leadInSeconds += loaded.seconds;
    const ids = ready.map(({ scenario }) => scenario.id);
    for (const [id, responses] of responsesEach(ids, loaded.report.requests)) this.#count(id, responses);
  }

  /** Stops a server once. */
  async #stop(live: LiveServer): Promise<void> {
    if (this.#stopped.has(live)) return;
    this.#stopped.add(live);
    const mark = (code: 'slow-stop' | 'workers-replaced', detail: string): void => {
      for (const cell of this.#cells.of(live.name)) cell.marks.push({ code, detail });
    };
    const stopped = await live.stop().catch((error) => {
      this.#stopped.delete(live);
      throw error;
    });
    if (stopped?.killed)
      mark('slow-stop', `still running ${stopped.seconds.toFixed(1)} s after SIGTERM, then killed`);
    if (live.replacedProcesses > 0)
      mark(
        'workers-replaced',
        `processes that ended after a pause between two visits: ${live.replacedProcesses}`,
      );
  }

  #count(scenario: ScenarioId, responses: number): void {
    this.#counted.set(scenario, (this.#counted.get(scenario) ?? 0) + responses);
  }

  #report(text: string): void {
    const { elapsed, runUntilSeconds, block, profile } = this.#request;
    const left = runUntilSeconds === null ? 0 : runUntilSeconds - elapsed();
    const secondsLeft = left > 0 ? left : null;
    this.#bench.report({ kind: 'progress', done: block, total: profile.blocks, text, secondsLeft });
  }
}

/**
 * Whether the machine took time from a slice, or a server that was warm compiled: a virtual machine that throws code away
 * may cost up to twice as much for some seconds. One that was not warm in time compiles in every slice.
 */
function isDisturbed({ figures: { marks, compilingRatio } }: Slice, { warm }: BlockCell): boolean {
  const compiles = warm && (compilingRatio ?? 0) >= QUIET_COMPILING_RATIO;
  return compiles || marks.some(({ code }) => DISTURBANCES.includes(code));
}
