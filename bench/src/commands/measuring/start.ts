import { performance } from 'node:perf_hooks';
import { readProfile } from '../../catalog/profiles.ts';
import { readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { isNotWarm } from '../../measure/blocks/not-warm.ts';
import { beginRun, carryOut } from '../../measure/whole-run.ts';
import { type Profile, type Toolchain, variantName } from '../../model/index.ts';
import { publish as publishData } from '../../publish/publish.ts';
import { serveFolder } from '../../publish/serve.ts';
import { type RunStore, shownPath } from '../../results/run-store.ts';
import { exitCodes } from '../../util/errors.ts';
import { english } from '../../words/index.ts';
import type { Command, Invocation } from '../command.ts';
import { buildSite, publishOptions } from '../project/publish.ts';
import { databasesFor, requireLoader, toolsFor } from './run.ts';
import { launcherOf, type MeasuringSession, openSession } from './session.ts';
import { printRankings } from './show.ts';

/** Toolchains of the first table, which needs no compiler. */
const FIRST_TOOLCHAINS: readonly Toolchain[] = ['node', 'npm'];

export const start: Command = {
  name: 'start',
  summary: 'set up, measure a quick suite, print the ranking, build the site and serve it',
  takes: '',
  details: [
    'First measures the targets that need only Node, under wrk: a table within two minutes.',
    'Then measures everything else that this machine can build. If standard output is not a terminal,',
    'ends once the site is built.',
  ].join('\n'),
  options: {
    port: { type: 'string', value: '<n>', help: 'port of the site (default: 4321, or a free port)' },
  },
  async run(invocation) {
    const { repository, terminal } = invocation;
    const began = performance.now();
    const since = (): string => english.duration((performance.now() - began) / 1_000);
    const targets = readTargets(repository);
    const quick = readProfile(repository, 'quick');
    const first = readProfile(repository, 'first');
    const session = await openSession(invocation, {
      launcher: launcherOf({}),
      tools: toolsFor(first),
      databases: [],
    });
    let measuredSeconds = 0;
    try {
      if (first.loadShapes.some(({ loader }) => session.loaders[loader])) {
        const simple = targets.filter(({ manifest }) =>
          manifest.process.toolchains.every((toolchain) => FIRST_TOOLCHAINS.includes(toolchain)),
        );
        const entries = selectVariants(simple, []);
        const store = await begin(session, first, entries);
        await measure(invocation, session, store, entries);
        measuredSeconds += store.run.time?.loadSeconds ?? 0;
        terminal.note(`First table after ${since()}. The other targets follow as they are built.`);
      }
      const entries = selectVariants(targets, []);
      await session.addTools(toolsFor(quick));
      requireLoader(session, quick);
      await session.addDatabases(databasesFor(quick, entries));
      const store = await begin(session, quick, entries);
      await measure(invocation, session, store, entries);
      measuredSeconds += store.run.time?.loadSeconds ?? 0;
      sayWhatIsCold(invocation, store);
    } finally {
      await session.close();
    }
    await publishData(publishOptions(repository));
    const folder = await buildSite(invocation, '/');
    terminal.note(
      `Done in ${since()}, of which ${english.duration(measuredSeconds)} under load. The site is in site/dist.`,
    );
    if (process.stdout.isTTY) await serveUntilStopped(invocation, folder);
    return exitCodes.ok;
  },
};

function begin(
  session: MeasuringSession,
  profile: Profile,
  entries: readonly TargetVariant[],
): Promise<RunStore> {
  const startedAt = new Date();
  const seed = startedAt.getTime() % 2 ** 32;
  return beginRun(session, { machine: session.machine, profile, entries, seed, startedAt });
}

/**
 * Names the targets that were not warm and how to measure them. They have no figure: while a runtime still
 * compiles, it would be wrong by a factor.
 */
function sayWhatIsCold({ terminal }: Invocation, store: RunStore): void {
  const cold = store
    .targets()
    .filter(({ cells }) => cells.some(({ failures }) => failures.some(({ what }) => isNotWarm(what))))
    .map(({ target, variant }) => variantName(target, variant));
  if (cold.length === 0) return;
  terminal.note(
    `Not warm within the time of a first run, so without a figure: ${cold.join(', ')}. ` +
      `A full run gives them enough time: npm run bench -- run ${cold.join(' ')}`,
  );
}

/** Measures what is not measured yet and the session has tools for, and prints all tables. */
async function measure(
  { repository, terminal }: Invocation,
  session: MeasuringSession,
  store: RunStore,
  entries: readonly TargetVariant[],
): Promise<void> {
  await carryOut(session, store, entries);
  const folder = shownPath(repository, store.folder);
  printRankings(terminal, { name: store.run.id, folder, run: store.run, targets: store.targets() }, {});
  terminal.note(`Results: ${folder}`);
}

async function serveUntilStopped({ terminal, options, signal }: Invocation, folder: string): Promise<void> {
  const wanted = options.port === undefined ? 4321 : Number(options.port);
  const server = await serveFolder(folder, { port: wanted }).catch(() => serveFolder(folder));
  terminal.print(`\n${terminal.strong(server.origin)}  (Ctrl-C ends it)`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.close();
}
