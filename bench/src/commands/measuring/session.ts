import { readSharedData } from '../../catalog/shared-data.ts';
import { openDatabase } from '../../databases/index.ts';
import { contextVariable, readHosts } from '../../hosts/hosts.ts';
import { fingerprintOf, type SeenHosts, seeHosts, splitOf } from '../../hosts/role-hosts.ts';
import { buildFlagsOfMachine, createLauncher } from '../../launch/index.ts';
import { installTool } from '../../load/install.ts';
import { type LoaderHost, openLoaderHost } from '../../load/loader-host.ts';
import { systemToolEffects } from '../../load/tool-effects.ts';
import { findTool, type MissingTool } from '../../load/tools.ts';
import type { Bench } from '../../measure/bench.ts';
import { type DatabaseKind, type LauncherName, launcherNames, type Machine } from '../../model/index.ts';
import { acquireLock } from '../../process/lock.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { type CommandContext, type OptionValues, oneOf } from '../command.ts';
import { requireLinux } from './platform.ts';
import { listenerFor } from './progress.ts';

/** A bench that a command has opened and must close again. */
export interface MeasuringSession extends Bench {
  machine: Machine;
  missingTools: MissingTool[];
  /** Databases that were needed and are not available, each with its reason. */
  missingDatabases: { kind: DatabaseKind; error: PitwallError }[];
  /** Finds tools, installs those that are missing, and adds them to the session. */
  addTools(names: readonly string[]): Promise<void>;
  addDatabases(kinds: readonly DatabaseKind[]): Promise<void>;
  close(): Promise<void>;
}

/** The tools that a session found, and those that it did not. */
export type FoundTools = Pick<MeasuringSession, 'loaders' | 'missingTools'>;

interface SessionNeeds {
  launcher: LauncherName;
  tools: readonly string[];
  databases: readonly DatabaseKind[];
}

/**
 * Takes the lock of the checkout, and opens what a command needs. The session names the tools and databases that are
 * not there, for the command to refuse or to do without. Throws a PitwallError on another system than Linux, if the
 * hosts need another launcher, and while another command has the lock.
 */
export async function openSession(context: CommandContext, needs: SessionNeeds): Promise<MeasuringSession> {
  const { repository, terminal, signal } = context;
  requireLinux();
  const hosts = await hostsOf(context);
  requireContainers(hosts, needs.launcher);
  const lock = await acquireLock(`${repository.cache}/lock`);
  const processors = splitOf(hosts);
  const loaderHost: { open: LoaderHost | null } = { open: null };
  const session: MeasuringSession = {
    repository,
    hosts,
    launcher: createLauncher(needs.launcher, {
      repository,
      pinned: processors.pinned,
      ...(hosts && { host: hosts.server }),
    }),
    data: readSharedData(repository),
    processors,
    loaders: {},
    hyperfine: null,
    databases: {},
    signal,
    report: listenerFor(terminal),
    machine: fingerprintOf(hosts),
    missingTools: [],
    missingDatabases: [],
    async addTools(names) {
      for (const name of names) {
        const wanted = name !== 'hyperfine' && !session.loaders[name];
        if (!wanted || hosts?.loader.context == null) await addTool(session, name);
        else {
          loaderHost.open ??= await startLoaderHost(session, hosts);
          session.loadRunner = loaderHost.open;
          await findThere(session, loaderHost.open, name);
        }
      }
    },
    async addDatabases(kinds) {
      for (const kind of kinds) await addDatabase(session, kind, needs.launcher);
    },
    async close() {
      try {
        for (const database of Object.values(session.databases)) await database.close();
        await session.launcher.close();
        await loaderHost.open?.close();
      } finally {
        lock.release();
      }
    },
  };
  try {
    await session.addTools(needs.tools);
    await session.addDatabases(needs.databases);
  } catch (error) {
    await session.close();
    throw error;
  }
  return session;
}

type HostQuestion = Pick<CommandContext, 'environment' | 'signal'>;

/** Inspects the hosts that the environment names; returns `null` if it names none. */
export function hostsOf({ environment, signal }: HostQuestion): Promise<SeenHosts | null> {
  return seeHosts(readHosts(environment), signal);
}

/** Id under which results are filed: that of the machine, or of the hosts together. */
export async function machineId(question: HostQuestion): Promise<string> {
  return fingerprintOf(await hostsOf(question)).id;
}

function requireContainers(hosts: SeenHosts | null, launcher: LauncherName): void {
  if (hosts === null || hosts.server.context === null || launcher === 'compose') return;
  throw usageError({
    what: 'Only containers can be started on another host',
    where: `${contextVariable('server')}=${hosts.server.context}`,
    expected: 'the launcher compose',
    seen: `the launcher ${launcher}`,
    next: `Add --launcher compose where the command takes it, or unset ${contextVariable('server')}`,
  });
}

type HostNeeds = Pick<MeasuringSession, 'repository' | 'processors' | 'signal' | 'report'>;

async function startLoaderHost(session: HostNeeds, hosts: SeenHosts): Promise<LoaderHost> {
  const { context, source } = hosts.loader;
  session.report({ kind: 'step', text: `starting the loader on the host of ${context}` });
  return openLoaderHost({
    root: session.repository.root,
    context: context as string,
    source,
    processors: session.processors.pinned ? session.processors.loader : [],
    buildFlags: buildFlagsOfMachine(),
    signal: session.signal,
    onLine: (text) => session.report({ kind: 'line', text }),
  });
}

type ToolShelf = Pick<MeasuringSession, 'loaders' | 'hyperfine' | 'missingTools' | 'signal' | 'report'>;
type MissingTools = Pick<ToolShelf, 'missingTools' | 'report'>;

/** Finds a tool in the image, where nothing can be installed. */
async function findThere(
  session: MissingTools & Pick<ToolShelf, 'loaders'>,
  { effects }: LoaderHost,
  name: string,
): Promise<void> {
  const found = await findTool(name, effects);
  if (found.state === 'found') session.loaders[name] = found;
  else leaveOut(session, { ...found, next: 'Rebuild the image: run docker image rm on that host' });
}

async function addTool(session: ToolShelf, name: string): Promise<void> {
  const known = name === 'hyperfine' ? session.hyperfine : session.loaders[name];
  if (known || session.missingTools.some(({ tool }) => tool === name)) return;
  const found = await findTool(name, systemToolEffects);
  if (found.state === 'missing') session.report({ kind: 'step', text: `installing ${name}` });
  const tool =
    found.state === 'found'
      ? found
      : await installTool(name, systemToolEffects, {
          signal: session.signal,
          onLine: (text) => session.report({ kind: 'line', text }),
        });
  session.signal.throwIfAborted();
  if (tool.state === 'missing') {
    leaveOut(session, tool);
  } else if (name === 'hyperfine') {
    session.hyperfine = tool;
  } else {
    session.loaders[name] = tool;
  }
}

function leaveOut(session: MissingTools, missing: MissingTool): void {
  session.missingTools.push(missing);
  session.report({
    kind: 'left-out',
    target: missing.tool,
    reason: `${missing.tool} is not available: ${missing.costs} is not measured`,
    next: missing.next,
  });
}

type DatabaseShelf = Pick<
  MeasuringSession,
  'databases' | 'missingDatabases' | 'data' | 'processors' | 'hosts' | 'signal' | 'report'
>;

async function addDatabase(
  session: DatabaseShelf,
  kind: DatabaseKind,
  launcher: LauncherName,
): Promise<void> {
  if (session.databases[kind]) return;
  session.report({ kind: 'step', text: `starting ${kind}` });
  let opening = true;
  try {
    const database = await openDatabase(kind, {
      processors: session.processors.pinned ? session.processors.database : [],
      ...(session.hosts && { host: session.hosts.database }),
      signal: session.signal,
      // What it says later is about the faults that the verifier makes on purpose.
      onLine: (text) => {
        if (opening) session.report({ kind: 'line', text });
      },
      ...(launcher === 'compose' ? { prefer: 'compose' as const } : {}),
    });
    opening = false;
    session.databases[kind] = database;
    await database.seed(session.data);
  } catch (error) {
    await session.databases[kind]?.close();
    delete session.databases[kind];
    session.signal.throwIfAborted();
    if (!(error instanceof PitwallError)) throw error;
    session.missingDatabases.push({ kind, error });
    session.report({
      kind: 'left-out',
      target: kind,
      reason: `${error.what}: ${error.seen}`,
      next: error.next,
    });
  }
}

/** Throws the error of the first missing database, for commands that measure nothing without all that they need. */
export function requireAllDatabases({
  missingDatabases: [missing],
}: Pick<MeasuringSession, 'missingDatabases'>): void {
  if (missing) throw missing.error;
}

/**
 * Throws a PitwallError with the command that installs it unless the loader was found.
 *
 * @param what needs it
 */
export function requireTool({ loaders, missingTools }: FoundTools, name: string, what: string): void {
  if (loaders[name]) return;
  const missing = missingTools.find(({ tool }) => tool === name);
  throw new PitwallError({
    what: `The loader of the ${what} is not available`,
    where: 'PATH and .cache/tools/bin',
    expected: name,
    seen: missing?.costs ? `none: ${missing.costs}` : 'none',
    next: missing?.next ?? 'npm run bench -- doctor',
    exitCode: exitCodes.missing,
  });
}

export function launcherOf(options: OptionValues): LauncherName {
  return oneOf('launcher', options.launcher ?? 'process', launcherNames);
}
