import { openDatabase } from '../../databases/index.ts';
import { readHosts } from '../../hosts/hosts.ts';
import { openSideNetwork, UNTRUSTED_VARIABLE } from '../../hosts/side-network.ts';
import { type DatabaseKind, databaseFacts, type LauncherName } from '../../model/index.ts';
import type { Bench } from '../bench.ts';
import { SIDES, type Side } from './side-error.ts';

/** The bench of each side of a comparison. Both are the same one if the sides are not separate. */
export interface SideBenches extends Record<Side, Bench> {
  /** Stops the sides' own databases and removes their networks. */
  close(): Promise<void>;
}

/**
 * Whether the sides of a comparison get networks of their own. Processes have no other network than this
 * machine's. Roles on hosts of their own, and databases that a URL names, cannot be reached from a network
 * without a way out; there, the operator's firewall has to do it (.github/README.md). Without the variable, both
 * sides are trusted and share this machine's network.
 */
export function canSeparate(
  launcher: LauncherName,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const here = Object.values(readHosts(environment)).every(({ context }) => context === null);
  const shared = SHARING.some((variable) => Boolean(environment[variable]));
  return Boolean(environment[UNTRUSTED_VARIABLE]) && launcher === 'compose' && here && !shared;
}

/** Returns one bench for both sides. */
export function sharedBench(bench: Bench): SideBenches {
  return { base: bench, head: bench, close: async () => {} };
}

/** Any of these keeps the sides on the network of the machine. */
const SHARING = Object.values(databaseFacts).map(({ urlVariable }) => urlVariable);

/**
 * Gives each side a network of its own with databases of its own, so that the code of one side reaches neither
 * the other side's server nor its rows, and nothing outside. Throws a PitwallError if the engine cannot make
 * such networks or a database does not start; nothing is left then.
 */
export async function separateSides(bench: Bench, kinds: readonly DatabaseKind[]): Promise<SideBenches> {
  const { pinned, loader } = bench.processors;
  const loading = pinned ? loader : [];
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    // Containers before the network that they are in.
    for (let work = closing.pop(); work; work = closing.pop()) await work();
  };
  try {
    const benches = {} as Record<Side, Bench>;
    for (const side of SIDES) {
      const network = await openSideNetwork(side, loading, bench.signal);
      closing.push(network.remove);
      const databases: Bench['databases'] = {};
      for (const kind of kinds) {
        bench.report({ kind: 'step', text: `starting ${kind} for ${side}` });
        const database = await openDatabase(kind, {
          processors: bench.processors.pinned ? bench.processors.database : [],
          network,
          only: 'compose',
          root: bench.repository.root,
          signal: bench.signal,
          onLine: (text) => bench.report({ kind: 'line', text }),
        });
        closing.push(() => database.close());
        databases[kind] = database;
        await database.seed(bench.data);
      }
      benches[side] = { ...bench, network, databases };
    }
    return { ...benches, close };
  } catch (error) {
    await close();
    throw error;
  }
}
