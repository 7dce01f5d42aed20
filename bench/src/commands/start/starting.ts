import { readProfile } from '../../catalog/profiles.ts';
import { buildsOf, readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { systemToolEffects } from '../../load/tool-effects.ts';
import { findTool } from '../../load/tools.ts';
import type { Bench } from '../../measure/bench.ts';
import { isNotWarm } from '../../measure/blocks/not-warm.ts';
import type { RunEvent } from '../../measure/events.ts';
import { buildTargets } from '../../measure/prepare.ts';
import { beginRun, carryOut } from '../../measure/whole-run.ts';
import { leaveOutWithoutCells } from '../../measure/without-cells.ts';
import { hasBlocks, type Profile, type ScenarioId, scenarioOf, variantNameOf } from '../../model/index.ts';
import type { LiveSite } from '../../publish/live/live-site.ts';
import { type RunStore, shownPath } from '../../results/run-store.ts';
import { nowSince } from '../../util/clock.ts';
import { english } from '../../words/index.ts';
import type { CommandContext } from '../command.ts';
import { databasesFor, requireLoader, toolsFor } from '../measuring/run.ts';
import { launcherOf, type MeasuringSession, openSession } from '../measuring/session.ts';
import { printRankings } from '../measuring/show.ts';
import { type SitePages, shownFolder } from '../project/publish.ts';
import { buildFirstTable } from './first-table.ts';
import type { GrowingSite } from './growing-site.ts';
import { planStart, withLoader, withoutLoader } from './start-plan.ts';

/** How long it takes on two processors until the first table is shown, installation included. */
const FIRST_TABLE_SECONDS = 120;
/** Pages that show a new run beside what they showed before take this long. */
const PAGES_SECONDS = 20;
/** How long a start takes on two processors, without --all. */
const WHOLE_SECONDS = 600;
/** Time kept for the last pages, and for steps that take longer than they should. */
const SPARE_SECONDS = 75;
/** The loader of closed loops, and its replacement, which installs without root. */
const LOADER = 'wrk';
const EMBEDDED_LOADER = 'autocannon';
/** Limit of a warm-up with --all, which has time for a JIT-compiled runtime. */
const LONG_WARMUP_SECONDS = 120;

/** A run, and what it is measured with. */
interface BegunRun {
  bench: Parameters<typeof leaveOutWithoutCells>[0];
  store: RunStore;
  targetVariants: readonly TargetVariant[];
}

/** One start, from the first installation to the last page. */
export class Starting {
  readonly #context: CommandContext;
  /** Whether to continue with targets that take long. */
  readonly #all: boolean;
  readonly #site: GrowingSite;
  readonly #live: LiveSite;
  /** When the command began, in milliseconds of `Date.now()`. */
  readonly #began: number;
  #measuredSeconds = 0;
  /** Pages that are built beside targets: first the main ones of what the repository publishes, later all details. */
  #pagesBeside: Promise<void> = Promise.resolve();
  /** The run that is being measured, or was last. */
  #begun: BegunRun | null = null;

  constructor(context: CommandContext, what: { site: GrowingSite; live: LiveSite; all: boolean }) {
    const { site, live, all } = what;
    this.#context = context;
    this.#all = all;
    this.#site = site;
    this.#live = live;
    this.#began = startOf(context.environment) ?? Date.now();
  }

  async run(): Promise<void> {
    const { signal } = this.#context;
    try {
      await this.#measureAll();
    } catch (error) {
      // They are not built twice at once.
      await this.#pagesBeside.catch(() => {});
      if (signal.aborted) await this.#leaveWhole();
      throw error;
    }
    const { terminal, repository } = this.#context;
    terminal.note(
      `Done in ${english.duration(this.#seconds())}, of which ${english.duration(this.#measuredSeconds)} under load. ` +
        `The site is in ${shownFolder(repository, this.#site.folders.dist)}; npm start -- --serve shows it again.`,
    );
  }

  #seconds(): number {
    return (Date.now() - this.#began) / 1_000;
  }

  async #measureAll(): Promise<void> {
    const { repository, terminal } = this.#context;
    const all = selectVariants(readTargets(repository), []);
    if (this.#site.isMissing) this.#growBeside('main');
    const session = await openSession(this.#context, {
      launcher: launcherOf({}),
      tools: [LOADER],
      databases: [],
    });
    const report = session.report;
    session.report = (event) => {
      report(event);
      this.#follow(event);
    };
    try {
      if (!session.loaders[LOADER]) await this.#useEmbeddedLoader(session);
      const first = this.#fitting(session, readProfile(repository, 'first'));
      requireLoader(session, first);
      const missing = await missingHere(session, all);
      const taking = await buildFirstTable(session, first, {
        here: all.filter(({ name }) => !missing.has(name)),
        seconds: FIRST_TABLE_SECONDS - PAGES_SECONDS - this.#seconds(),
      });
      // Builds and verification may go on beside it, loads may not.
      session.quiet = () => this.#pagesBeside;
      if (taking.length > 0) {
        await this.#measure(session, first, taking);
        await this.#grow(this.#site.lacksDetails ? 'main' : 'all');
        terminal.note(`First table after ${english.duration(this.#seconds())}: ${this.#live.origin}`);
      }
      if (this.#site.lacksDetails) this.#growBeside('all');
      await this.#measureWhatFits(session, all, missing);
      if (this.#all) await this.#measureRest(session, all);
    } finally {
      await session.close();
    }
  }

  /** Measures what is quick to build and to warm up in the remaining time, and names the rest. */
  async #measureWhatFits(
    session: MeasuringSession,
    all: readonly TargetVariant[],
    missing: ReadonlySet<string>,
  ): Promise<void> {
    const { repository, terminal } = this.#context;
    const oha = await findTool('oha', systemToolEffects);
    if (oha.state === 'found') await session.addTools(['oha']);
    const quick = readProfile(repository, 'quick');
    const full = this.#fitting(session, oha.state === 'found' ? quick : withoutLoader(quick, 'oha'));
    const planNow = () =>
      planStart(full, all, {
        cache: repository.cache,
        seconds: WHOLE_SECONDS - SPARE_SECONDS - this.#seconds(),
        missing,
      });
    // How long builds take is known best when they are done: the time that they left over goes to further targets.
    const built = new Set<string>();
    let plan = planNow();
    for (;;) {
      const able = plan.targetVariants.filter(({ name }) => !missing.has(name));
      const next = buildsOf(able).filter(({ build }) => !built.has(build));
      if (next.length === 0) break;
      await buildTargets(session, next);
      for (const { build } of next) built.add(build);
      await this.#pagesBeside;
      plan = planNow();
    }
    const left = [
      ...plan.left,
      ...(oha.state === 'found' ? [] : ['oha, for latency at a fixed rate: takes about 4 min to build']),
    ];
    terminal.note(
      `The other targets follow, in about ${english.duration(Math.ceil(plan.seconds / 60) * 60)}.`,
    );
    if (left.length > 0) {
      terminal.note([`${this.#all ? 'After them' : 'Left for npm start -- --all'}:`, ...left].join('\n  – '));
    }
    await session.addDatabases(databasesFor(plan.profile, plan.targetVariants));
    await this.#measure(session, plan.profile, plan.targetVariants);
    await this.#grow();
  }

  async #measureRest(session: MeasuringSession, all: readonly TargetVariant[]): Promise<void> {
    const quick = readProfile(this.#context.repository, 'quick');
    await session.addTools(toolsFor(quick));
    const warmup = { ...quick.warmup, maxSeconds: LONG_WARMUP_SECONDS };
    const profile = this.#fitting(session, { ...quick, warmup });
    await session.addDatabases(databasesFor(profile, all));
    await this.#measure(session, profile, all);
    await this.#grow();
  }

  /** Without wrk, and without the right to install it, a loader from npm measures in its place. */
  async #useEmbeddedLoader(session: Pick<MeasuringSession, 'addTools' | 'loaders'>): Promise<void> {
    await session.addTools([EMBEDDED_LOADER]);
    if (!session.loaders[EMBEDDED_LOADER]) return;
    this.#context.terminal.note(
      `Without ${LOADER}, ${EMBEDDED_LOADER} measures: its tables are its own, and fast servers are limited by it.`,
    );
  }

  #fitting(session: Pick<MeasuringSession, 'loaders' | 'data'>, profile: Profile): Profile {
    if (session.loaders[LOADER] || !session.loaders[EMBEDDED_LOADER]) return profile;
    const sendsOne = (id: ScenarioId): boolean => scenarioOf(id).requests(session.data).length === 1;
    return withLoader(profile, LOADER, EMBEDDED_LOADER, sendsOne);
  }

  async #measure(
    session: Bench & Pick<MeasuringSession, 'machine'>,
    profile: Profile,
    targetVariants: readonly TargetVariant[],
  ): Promise<void> {
    const { repository, terminal } = this.#context;
    const startedAt = new Date();
    const seed = startedAt.getTime() % 2 ** 32;
    const { machine } = session;
    const store = await beginRun(session, { machine, profile, targetVariants, seed, startedAt });
    this.#begun = { bench: session, store, targetVariants };
    await carryOut(session, store, targetVariants);
    this.#measuredSeconds += store.run.time?.loadSeconds ?? 0;
    const folder = shownPath(repository, store.folder);
    printRankings(terminal, { name: store.run.id, folder, run: store.run, targets: store.targets() }, {});
    terminal.sayLeftOut('npm run bench -- show --json');
    terminal.note(`Results: ${folder}`);
    this.#sayWhatIsCold(store);
  }

  async #grow(pages: SitePages = 'all'): Promise<void> {
    await this.#pagesBeside;
    const { phase } = this.#live.state();
    this.#live.report({ phase: 'pages', what: '', secondsLeft: null });
    await this.#site.grow(this.#context.signal, pages);
    this.#live.report({ phase: phase === 'first' ? 'prepare' : phase, what: '' });
    this.#live.grown();
  }

  /** Begins to build pages of what is published and measured so far. */
  #growBeside(pages: SitePages): void {
    this.#pagesBeside = this.#site.grow(this.#context.signal, pages).then(() => this.#live.grown());
    // What fails is thrown where it is awaited.
    this.#pagesBeside.catch(() => {});
  }

  /** After Ctrl-C: builds the pages of what has been measured since, unless there is nothing new. */
  async #leaveWhole(): Promise<void> {
    const { terminal, repository } = this.#context;
    this.#live.report({ phase: 'stopped', what: '', secondsLeft: null });
    if (this.#begun) endAfterWholeBlocks(this.#begun);
    if (this.#site.isBehind) {
      const takes = this.#site.lacksDetails || this.#site.isMissing ? 'two minutes' : 'half a minute';
      terminal.note(
        `Building the pages of what was measured: about ${takes}. (Ctrl-C again leaves them out.)`,
      );
      await this.#site.grow(new AbortController().signal);
    }
    const folder = shownFolder(repository, this.#site.folders.dist);
    terminal.note(`The site is in ${folder}. Show it with: npm start -- --serve`);
  }

  /** Shows on the pages what the terminal shows. */
  #follow(event: RunEvent): void {
    const isFirst = this.#live.state().phase === 'first';
    switch (event.kind) {
      case 'step':
        // Names of targets are the same in every language; the sentence is not.
        this.#live.report({
          ...(isFirst ? {} : { phase: 'prepare' as const }),
          what: /[a-z]+\/[\w.-]+(?::[\w-]+)?/.exec(event.text)?.[0] ?? '',
        });
        break;
      case 'progress':
        this.#live.report({
          ...(isFirst ? {} : { phase: 'measure' as const }),
          what: '',
          // To the minute: a browser that draws on this machine takes time from what is measured.
          secondsLeft: event.secondsLeft === null ? null : Math.ceil(event.secondsLeft / 60) * 60,
        });
        break;
      case 'block-done':
        this.#site.noteResults();
        break;
    }
  }

  /**
   * Names the targets that were not warm and how to measure them. They have no figure: while a runtime still
   * compiles, it would be wrong by a factor.
   */
  #sayWhatIsCold(store: RunStore): void {
    const cold = store
      .targets()
      .filter(({ cells }) => cells.some(({ failures }) => failures.some(({ what }) => isNotWarm(what))))
      .map(variantNameOf);
    if (cold.length === 0) return;
    this.#context.terminal.note(
      `Not warm within the time of a first run, so without a figure: ${cold.join(', ')}. ` +
        `A full run gives them enough time: npm run bench -- run ${cold.join(' ')}`,
    );
  }
}

/** Names the variants that this machine cannot build. */
async function missingHere(
  { launcher }: Pick<MeasuringSession, 'launcher'>,
  all: readonly TargetVariant[],
): Promise<Set<string>> {
  const missing = new Set<string>();
  for (const { name, target } of all) if ((await launcher.missingFor(target)).length > 0) missing.add(name);
  return missing;
}

/** Returns when npm's script began, before it installed anything; `null` if something else started the harness. */
function startOf({ PITWALL_STARTED_AT: text }: CommandContext['environment']): number | null {
  const at = Number(text ?? '');
  return at > 0 && at <= Date.now() ? at : null;
}

/**
 * Turns an interrupted run into a finished one of its whole blocks: pages show finished runs only. Does nothing to a
 * run that is finished or has no block.
 */
export function endAfterWholeBlocks({ bench, store, targetVariants }: BegunRun): void {
  const { run } = store;
  const blocks = run.blocks?.length ?? 0;
  if (run.finishedAt !== null || blocks === 0 || !hasBlocks(run.profile)) return;
  run.profile = { ...run.profile, blocks };
  leaveOutWithoutCells(bench, store, targetVariants);
  run.finishedAt = nowSince(run.startedAt);
  store.writeRun();
}
