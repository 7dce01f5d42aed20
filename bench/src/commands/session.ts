import { openDatabase } from '../databases/index.ts';
import { createLauncher } from '../launch/index.ts';
import { installTool } from '../load/install.ts';
import { systemToolEffects } from '../load/tool-effects.ts';
import { findTool, type MissingTool, type ToolName } from '../load/tools.ts';
import type { Bench } from '../measure/bench.ts';
import { readSharedData } from '../measure/catalog/shared-data.ts';
import { type DatabaseKind, type LauncherName, launcherNames, type Machine } from '../model/index.ts';
import { exitCodes, PitwallError } from '../util/errors.ts';
import { acquireLock } from '../util/lock.ts';
import { fingerprint, splitProcessors } from '../util/machine.ts';
import { nearest } from '../util/near.ts';
import type { Invocation, OptionValues } from './command.ts';
import { listenerFor } from './progress.ts';

/** A bench that a command has opened, with what it must close again. */
export interface Session extends Bench {
  machine: Machine;
  missingTools: MissingTool[];
  /** Databases that were asked for and could not be had, each with its reason. */
  missingDatabases: { kind: DatabaseKind; error: PitwallError }[];
  /** Looks for tools, installing those that are not there; they join the session. */
  addTools(names: readonly ToolName[]): Promise<void>;
  addDatabases(kinds: readonly DatabaseKind[]): Promise<void>;
  close(): Promise<void>;
}

export interface SessionNeeds {
  launcher: LauncherName;
  tools: readonly ToolName[];
  databases: readonly DatabaseKind[];
}

export async function openSession(invocation: Invocation, needs: SessionNeeds): Promise<Session> {
  const { repository, terminal, signal } = invocation;
  const lock = await acquireLock(`${repository.cache}/lock`);
  const processors = splitProcessors();
  const session: Session = {
    repository,
    launcher: createLauncher(needs.launcher, { repository, pinned: processors.pinned }),
    data: readSharedData(repository),
    processors,
    loaders: {},
    hyperfine: null,
    databases: {},
    signal,
    tell: listenerFor(terminal),
    machine: fingerprint(),
    missingTools: [],
    missingDatabases: [],
    async addTools(names) {
      for (const name of names) await addTool(session, name);
    },
    async addDatabases(kinds) {
      for (const kind of kinds) await addDatabase(session, kind, needs.launcher);
    },
    async close() {
      try {
        for (const database of Object.values(session.databases)) await database.close();
        await session.launcher.close();
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

async function addTool(session: Session, name: ToolName): Promise<void> {
  const known = name === 'hyperfine' ? session.hyperfine : session.loaders[name];
  if (known || session.missingTools.some(({ tool }) => tool === name)) return;
  const found = await findTool(name, systemToolEffects);
  if (found.state === 'missing') session.tell({ kind: 'step', text: `installing ${name}` });
  const tool =
    found.state === 'found'
      ? found
      : await installTool(name, systemToolEffects, {
          signal: session.signal,
          onLine: (text) => session.tell({ kind: 'line', text }),
        });
  session.signal.throwIfAborted();
  if (tool.state === 'missing') {
    session.missingTools.push(tool);
    session.tell({
      kind: 'left-out',
      target: name,
      reason: `${name} is not to be had: ${tool.costs} is not measured`,
      next: tool.next,
    });
  } else if (name === 'hyperfine') {
    session.hyperfine = tool;
  } else {
    session.loaders[name] = tool;
  }
}

async function addDatabase(session: Session, kind: DatabaseKind, launcher: LauncherName): Promise<void> {
  if (session.databases[kind]) return;
  session.tell({ kind: 'step', text: `starting ${kind}` });
  try {
    const database = await openDatabase(kind, {
      processors: session.processors.pinned ? session.processors.database : [],
      signal: session.signal,
      onLine: (text) => session.tell({ kind: 'line', text }),
      ...(launcher === 'compose' ? { prefer: 'compose' as const } : {}),
    });
    session.databases[kind] = database;
    await database.seed(session.data);
  } catch (error) {
    await session.databases[kind]?.close();
    delete session.databases[kind];
    session.signal.throwIfAborted();
    if (!(error instanceof PitwallError)) throw error;
    session.missingDatabases.push({ kind, error });
    session.tell({
      kind: 'left-out',
      target: kind,
      reason: `${error.what}: ${error.seen}`,
      next: error.next,
    });
  }
}

export function launcherOf(options: OptionValues): LauncherName {
  const name = String(options.launcher ?? 'process');
  const known = launcherNames.find((candidate) => candidate === name);
  if (known) return known;
  throw new PitwallError({
    what: 'There is no such launcher',
    where: `--launcher ${name}`,
    expected: nearest(name, launcherNames)[0] ?? launcherNames.join(' or '),
    seen: name,
    next: `Use one of ${launcherNames.join(', ')}`,
    exitCode: exitCodes.usage,
  });
}
