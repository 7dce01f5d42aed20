import { setTimeout as delay } from 'node:timers/promises';
import type { TargetVariant } from '../../catalog/targets.ts';
import type { Built, RunningServer } from '../../launch/launcher.ts';
import type { ScenarioId } from '../../model/index.ts';
import { CompilerClock } from '../../process/compiler-threads.ts';
import { messageOf } from '../../util/errors.ts';
import type { Serving } from '../bench.ts';
import { watchForExit } from '../server-exit.ts';
import { startServer } from '../slice/target-server.ts';
import { withoutMemoryReducer } from './memory-reducer.ts';

/** A target variant that passed its checks, ready to be measured. */
export interface Ready {
  targetVariant: TargetVariant;
  built: Built;
}

/**
 * A server that is resumed has this long to run the timers that fell due meanwhile, before anything asks it. Actix
 * Web's clock makes up for a pause in steps of half a second; a connection that comes before it has done so is answered
 * 408, as too slow.
 */
const OVERDUE_TIMERS_MILLISECONDS = 50;

/** A server of a block, from its start until it is stopped or has failed. */
export class LiveServer {
  readonly ready: Ready;
  readonly server: RunningServer;
  /** Aborted with the reason when the server exits by itself. */
  readonly signal: AbortSignal;
  /** Reads what its compiler threads take. */
  readonly compilers = new CompilerClock();
  readonly #watch: ReturnType<typeof watchForExit>;
  /** Requests a second in the last second of each scenario's warm-up. */
  readonly lastPerSecond = new Map<ScenarioId, number>();
  /** Why it is no longer measured in the block; `null` while it is. */
  failure: string | null = null;
  /** How many of the processes that were paused after a visit have ended in the next one. */
  replacedProcesses = 0;
  #paused: readonly number[] = [];

  private constructor(ready: Ready, server: RunningServer, signal: AbortSignal, name: string) {
    this.ready = ready;
    this.server = server;
    this.#watch = watchForExit(server, name);
    this.signal = AbortSignal.any([signal, this.#watch.signal]);
  }

  /** Throws a PitwallError if it does not start. */
  static async start(serving: Serving, ready: Ready, block: number): Promise<LiveServer> {
    const { targetVariant, built } = ready;
    const server = await startServer(serving, withoutMemoryReducer(targetVariant), built);
    return new LiveServer(ready, server, serving.signal, `${targetVariant.name}, block ${block + 1}`);
  }

  get name(): string {
    return this.ready.targetVariant.name;
  }

  /** Runs work on the server; rejects with the reason as soon as the server exits. */
  async during<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const working = work(this.signal);
    try {
      return await Promise.race([working, this.#watch.died]);
    } catch (error) {
      // A dead server wins the race: wait until its loader and probes are gone too.
      await working.catch(() => {});
      throw error;
    }
  }

  /** Lets the server run for this work alone: it stands still before and after. */
  async awake<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      await this.server.resume();
    } catch (error) {
      // If the server has ended, its end says more than that it cannot be resumed.
      await Promise.race([this.#watch.died, delay(OVERDUE_TIMERS_MILLISECONDS)]);
      throw error;
    }
    await delay(OVERDUE_TIMERS_MILLISECONDS);
    try {
      return await work();
    } finally {
      await this.wait();
      this.#countReplaced();
    }
  }

  /** Stands still until it is needed. */
  async wait(): Promise<void> {
    if (!this.isDead) await this.server.pause();
  }

  #countReplaced(): void {
    if (this.isDead) return;
    const alive = this.server.pids();
    this.replacedProcesses += this.#paused.filter((pid) => !alive.includes(pid)).length;
    this.#paused = alive;
  }

  get isDead(): boolean {
    return this.#watch.signal.aborted;
  }

  fail(why: unknown): void {
    this.failure ??= messageOf(why);
  }

  /**
   * Stops the server; nothing of it is left when this resolves. Resolves to `null` if it had exited before.
   */
  async stop(): Promise<{ killed: boolean; seconds: number } | null> {
    const dead = this.isDead;
    this.#watch.forget();
    const report = await this.server.stop();
    return dead ? null : report;
  }
}
