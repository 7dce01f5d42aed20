import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isOutput } from '../../src/launch/files-digest.ts';
import type { Bench } from '../../src/measure/bench.ts';
import type { Ready } from '../../src/measure/blocks/live-server.ts';
import { buildTarget } from '../../src/measure/prepare.ts';
import { table } from '../../src/terminal/table.ts';
import { messageOf, PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import { runBuild } from './build-steps.ts';
import { copyEdited, type Edit } from './edited-copy.ts';
import { readyTargets, withSession } from './measuring.ts';
import { type BlockSlices, measureSideBySide, shownRatio, sideBySide, startOurs } from './side-by-side.ts';
import { isNamed, sideBySideOptions } from './side-by-side-options.ts';

/** A part of a target that a copy does without, or has another of. */
export interface TargetPart {
  /** The target variant. */
  target: string;
  /** `counter`: a word for the table and for the folder of the copy. */
  name: string;
  edits: readonly Edit[];
  /** What runs in the copy before its build: it renews a lock file that the edits made stale. */
  prepare?: readonly (readonly string[])[];
}

/** The cheapest scenarios, of which each part is the largest share. */
const PATHS = ['/json', '/plaintext'];

/**
 * Measures parts: builds a copy of each target without the part, starts both afresh in each block on the same
 * processor, and loads them in turn. Prints what the target does divided by what the copy does. Takes the names of
 * targets and how long to measure from the command line.
 *
 * @param script the figure's own name, for its errors and for the copies below .cache
 */
export async function measureParts(script: string, all: readonly TargetPart[]): Promise<void> {
  const options = sideBySideOptions();
  if (options === null) {
    console.error('--blocks and --cycles take a whole number of 2 or more');
    process.exit(2);
  }
  const { blocks, cycles, random, positionals } = options;
  const parts = all.filter(({ target }) => isNamed(positionals, target));
  if (parts.length === 0) {
    console.error(
      `No such target here; known are: ${[...new Set(all.map(({ target }) => target))].join(', ')}`,
    );
    process.exit(2);
  }
  await withSession([], async (session) => {
    const rows: string[][] = [];
    for (const part of parts) {
      const title = `${part.target}, ${part.name}`;
      try {
        console.error(`${title}: building`);
        const [whole] = await readyTargets(session, [part.target]);
        if (!whole) continue;
        const without = await buildWithout(session, whole, part, script);
        const measured: Map<string, BlockSlices>[] = [];
        for (let block = 0; block < blocks; block++) {
          console.error(`${title}: block ${block + 1} of ${blocks}`);
          measured.push(
            await measureSideBySide(session, {
              start: { ours: () => startOurs(session, whole), theirs: () => startOurs(session, without) },
              paths: PATHS,
              language: whole.targetVariant.target.manifest.language,
              cycles,
              random,
            }),
          );
        }
        for (const path of PATHS) {
          const { throughput, cpu } = sideBySide(measured.flatMap((block) => block.get(path) ?? []));
          rows.push([part.target, part.name, path.slice(1), shownRatio(throughput, 3), shownRatio(cpu, 3)]);
          console.error(`  ${rows.at(-1)?.slice(2).join(' | ')}`);
        }
      } catch (error) {
        session.signal.throwIfAborted();
        console.error(`${title} is left out: ${messageOf(error)}`);
      }
    }
    console.log(
      table(
        [
          { title: 'target' },
          { title: 'part' },
          { title: 'scenario' },
          { title: 'throughput, with / without' },
          { title: 'processor time a request, with / without' },
        ],
        rows,
      ),
    );
  });
}

/** Builds an edited copy in a folder `targets` of its own, beside a copy of the shared data. */
async function buildWithout(
  session: Bench,
  { targetVariant }: Ready,
  { name, edits, prepare = [] }: TargetPart,
  script: string,
): Promise<Ready> {
  const { target } = targetVariant;
  const targets = join(repository.cache, script, name.replaceAll(/\W+/g, '-'), 'targets');
  const folder = join(targets, target.id);
  const next = 'Write the edits in bench/figures/support/target-parts.ts anew';
  copyEdited(repository.shared, join(targets, 'shared'), [], { next });
  // A first copy takes what the target's build left, which saves most of its own.
  const hasBuilt = existsSync(folder);
  copyEdited(target.folder, folder, edits, { next, leaveOut: (path) => hasBuilt && isOutput(path) });
  await runBuild(prepare, { folder, label: `the copy of ${target.id}`, next, signal: session.signal });
  const copied = { ...targetVariant, target: { ...target, folder } };
  const outcome = await buildTarget(session, copied.target);
  if ('built' in outcome) return { targetVariant: copied, built: outcome.built };
  throw new PitwallError({
    what: `The copy without its ${name} cannot be built`,
    where: folder,
    expected: 'a build like the target’s own',
    seen: outcome.leftOut.reason,
    next: outcome.leftOut.next,
  });
}
