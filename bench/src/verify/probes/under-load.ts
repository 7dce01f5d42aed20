import type { ChangedRow, Database } from '../../databases/database.ts';
import type { Scenario, ScenarioRequest, SharedData } from '../../model/index.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { type Random, seededRandom } from '../../util/random.ts';
import { fresh } from '../http/fresh-request.ts';
import { HttpConnection } from '../http/http-connection.ts';
import { requestShowing } from '../judge/rows.ts';
import { type LoadMark, ProbeJudge, type ResponseSizes, type RowPhase, rowPhases } from './probe-judge.ts';

/**
 * Probes read on connections of the harness while a loader runs, with the same bytes as the loader, to find a
 * server that answers correctly only when it is not under load. They send few requests and parse no known
 * response, because the harness must not use the processors that it measures: between two slices its code leaves the
 * caches, and a probe costs a millisecond. A target has many slices, and new connections in each.
 */
export const PROBE_CONNECTIONS = 2;
const PROBE_INTERVAL_MS = 500;
/** Longer than a loader waits, so that a probe fails only on a server that does not answer at all. */
const PROBE_TIMEOUT_MS = 10_000;
/** The most that all probes together read per second: they read a list of 300 kB less often than a word. */
const PROBE_BYTES_PER_SECOND = 1_000_000;
/** The most distinct requests read before the load. */
const SURVEY_REQUESTS = 64;
/** Up to this many distinct requests, every connection reads all of them before the load. */
const FULL_SURVEY = 16;
/** Probes that are never stopped end this long after the load should have ended. */
const FORGOTTEN_MS = 60_000;

interface ProbeOptions {
  origin: string;
  scenario: Scenario;
  data: SharedData;
  /**
   * If given, the probes change a row halfway through the load; if the scenario adds rows, they instead look
   * up their own rows after the load.
   */
  database?: Database;
  seed: number;
  /** How long the load will last. */
  seconds: number;
  /** The load shape's connection mode; sizes are comparable only if the probes use the same. */
  connection?: 'keep-alive' | 'close';
  /** Header lines that each request of the load has by itself. */
  headers?: readonly string[];
  connections?: number;
  intervalMs?: number;
  timeoutMs?: number;
  clock?: Clock;
  signal: AbortSignal;
}

export interface ProbeReport {
  marks: LoadMark[];
  /** Requests that the probes sent, including those before and after the load. */
  requests: number;
  /** Rows that the probes added: the `requests` answered with 201, if the scenario adds rows. */
  inserts: number;
  /** Distinct requests that the scenario draws from; the probes may have read only a sample. */
  distinctRequests: number;
  /** Sizes by path, of correct responses with the rows as seeded. */
  responseBytes: ReadonlyMap<string, ResponseSizes>;
  /** How many bytes the changed row adds to a response. */
  changeBytes: number;
  connection: 'keep-alive' | 'close';
  /** CPU time of this whole process while the probes ran. */
  cpuSeconds: number;
}

interface Probes {
  /** Call this after the load. Rejects if the database failed. */
  stop(): Promise<ProbeReport>;
}

/** Starts the probes. Resolves once every connection has read; start the load then. */
export async function startProbes(options: ProbeOptions): Promise<Probes> {
  const probing = new Probing(options);
  try {
    await probing.survey();
  } catch (error) {
    probing.close();
    throw error;
  }
  probing.start();
  return probing;
}

interface Probe {
  connection: HttpConnection;
  busy: Promise<void> | null;
  /** The request to send next, because its row has changed. */
  next: ScenarioRequest | null;
}

class Probing implements Probes {
  readonly #options: ProbeOptions;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #distinct: number;
  readonly #requests: ScenarioRequest[];
  readonly #judge: ProbeJudge;
  readonly #probes: Probe[];
  readonly #marker: string;
  #sent = 0;
  #phase: RowPhase = rowPhases.seeded;
  #changed: ChangedRow | null = null;
  /** The request whose response contains the changed row, once known. */
  #showing: ScenarioRequest | null = null;
  #change: Promise<void> | null = null;
  #changeError: unknown = null;
  #timers: NodeJS.Timeout[] = [];
  #cpu = process.cpuUsage();
  #report: Promise<ProbeReport> | null = null;
  readonly #forgotten = (): void => void this.stop().catch(() => {});

  constructor(options: ProbeOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = seededRandom(options.seed);
    const all = options.scenario.requests(options.data);
    this.#distinct = all.length;
    this.#requests = this.#random.shuffled(all).slice(0, SURVEY_REQUESTS);
    this.#marker = `probe-${Math.floor(this.#random.next() * 0xffffffff).toString(16)}`;
    this.#judge = new ProbeJudge(options.scenario, options.data, this.#marker);
    const http = {
      timeoutMs: options.timeoutMs ?? PROBE_TIMEOUT_MS,
      headers: [...(options.connection === 'close' ? ['Connection: close'] : []), ...(options.headers ?? [])],
    };
    this.#probes = Array.from({ length: options.connections ?? PROBE_CONNECTIONS }, () => ({
      connection: new HttpConnection(options.origin, http),
      busy: null,
      next: null,
    }));
  }

  async survey(): Promise<void> {
    const all = this.#requests;
    await Promise.all(
      this.#probes.map(async (probe, index) => {
        const own =
          all.length <= FULL_SURVEY ? all : all.filter((_, at) => at % this.#probes.length === index);
        // A server that leaves one unanswered gets no further ones: each would take the whole timeout.
        for (const request of own) if (!(await this.#read(probe, request))) return;
      }),
    );
    this.#options.signal.throwIfAborted();
  }

  start(): void {
    const { database, scenario, seconds, signal } = this.#options;
    this.#cpu = process.cpuUsage();
    const usual = this.#options.intervalMs ?? PROBE_INTERVAL_MS;
    const least = this.#leastIntervalMs();
    // The first after half of the interval, and so half-way through the shortest slice.
    const first = (): void => {
      this.#tick();
      this.#timers.push(setInterval(() => this.#tick(), Math.max(usual, least)));
    };
    this.#timers.push(setTimeout(first, Math.max(usual / 2, least)));
    if (database && scenario.table && !scenario.inserts) {
      this.#timers.push(setTimeout(() => this.#startChange(), seconds * 500));
    }
    this.#timers.push(setTimeout(this.#forgotten, seconds * 1_000 + FORGOTTEN_MS).unref());
    signal.addEventListener('abort', this.#forgotten, { once: true });
  }

  /** Returns the shortest interval between probes that their bodies allow. */
  #leastIntervalMs(): number {
    const sizes = [...this.#judge.sizes.values()].map(({ wire }) => wire.max);
    return (Math.max(0, ...sizes) * this.#probes.length * 1_000) / PROBE_BYTES_PER_SECOND;
  }

  stop(): Promise<ProbeReport> {
    this.#report ??= this.#finish();
    return this.#report;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    // A signal outlives many loads, and keeps what listens to it: here, every body that was judged.
    this.#options.signal.removeEventListener('abort', this.#forgotten);
    for (const { connection } of this.#probes) connection.close();
  }

  async #finish(): Promise<ProbeReport> {
    const used = process.cpuUsage(this.#cpu);
    for (const timer of this.#timers) clearTimeout(timer);
    try {
      await this.#change;
      await this.#idle();
      if (this.#changeError !== null) throw this.#changeError;
      await this.#undo();
      if (!this.#options.signal.aborted) {
        await this.#readAll(this.#showing);
        await this.#lookUp();
      }
    } finally {
      this.close();
      // An undo that failed is tried again, and a change that failed may have been made.
      await this.#options.database?.undoChanges();
    }
    return {
      marks: this.#judge.marks(),
      requests: this.#sent,
      inserts: this.#judge.inserts,
      distinctRequests: this.#distinct,
      responseBytes: this.#judge.sizes,
      changeBytes: this.#judge.changeBytes,
      connection: this.#options.connection ?? 'keep-alive',
      cpuSeconds: (used.user + used.system) / 1e6,
    };
  }

  /** Sends the next probe on every connection that is not still waiting. */
  #tick(): void {
    for (const probe of this.#probes) {
      if (probe.busy) continue;
      const request = probe.next ?? this.#drawn();
      probe.next = null;
      probe.busy = this.#read(probe, request).then(() => {
        probe.busy = null;
        // Ask for a changed row at once, not at the next tick.
        if (probe.next) this.#tick();
      });
    }
  }

  /** Waits until no connection is busy: a read that ends may start another, of the changed row. */
  async #idle(): Promise<void> {
    for (;;) {
      const busy = this.#probes.flatMap((probe) => probe.busy ?? []);
      if (busy.length === 0) return;
      await Promise.all(busy);
    }
  }

  async #readAll(request: ScenarioRequest | null): Promise<void> {
    await Promise.all(this.#probes.map((probe) => this.#read(probe, request ?? this.#drawn())));
  }

  /** Judges the rows that the probes inserted, as the table holds them now. */
  async #lookUp(): Promise<void> {
    const ids = this.#judge.insertedIds;
    if (ids.length === 0) return;
    const { database, scenario } = this.#options;
    const rows = scenario.table && (await database?.readRows?.(scenario.table, ids));
    if (rows) this.#judge.judgeStored(rows);
  }

  #drawn(): ScenarioRequest {
    return this.#requests[this.#random.below(this.#requests.length)] as ScenarioRequest;
  }

  /** Resolves to whether the server answered. */
  async #read(probe: Probe, drawn: ScenarioRequest): Promise<boolean> {
    const before = this.#phase;
    const request = fresh(drawn, this.#random);
    this.#sent++;
    const exchange = await probe.connection.exchange(request, this.#options.signal);
    if (this.#options.signal.aborted) return false;
    this.#judge.judge(request, exchange, before, this.#phase, this.#clock.now());
    return exchange.outcome !== 'failure';
  }

  #startChange(): void {
    this.#phase = rowPhases.changing;
    this.#change = this.#changeRow().catch((error: unknown) => {
      this.#changeError = error;
    });
  }

  async #changeRow(): Promise<void> {
    const { database, scenario, data } = this.#options;
    if (!database || !scenario.table) return;
    this.#changed = await database.changeText(scenario.table, this.#marker);
    const { id } = this.#changed.row;
    const request = requestShowing(scenario, id, data);
    this.#judge.changedId = id;
    this.#showing = request;
    this.#phase = rowPhases.changed;
    for (const probe of this.#probes) probe.next = request;
    if (this.#report === null) this.#tick();
  }

  async #undo(): Promise<void> {
    if (!this.#changed) return;
    this.#phase = rowPhases.undoing;
    await this.#changed.undo();
    this.#phase = rowPhases.restored;
  }
}
