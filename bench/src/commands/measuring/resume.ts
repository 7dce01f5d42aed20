import { join } from 'node:path';
import { readTargets, type TargetVariant, variantsOf } from '../../catalog/targets.ts';
import { hasBlocks, MOST_RUN_MINUTES, type Profile, plannedBlocksOf, type Run } from '../../model/index.ts';
import { RUN_FILE, type RunStore } from '../../results/run-store.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';
import { type OptionValues, wholeNumberOption } from '../command.ts';

/** Shared by `run --resume` and `replay <study> --resume`: continues an existing run. */

/**
 * Rejects all other options: a resumed run has the targets, the profile and the seed that it began with.
 *
 * @param resume the command
 * @param allowed its options that a resumed run may have
 */
export function refuseBeside(
  names: readonly string[],
  options: OptionValues,
  resume: string,
  allowed: readonly string[],
): void {
  const beside = Object.keys(options).filter((name) => !['resume', 'json', ...allowed].includes(name));
  if (names.length + beside.length === 0) return;
  throw usageError({
    what: 'A resumed run takes no other options',
    where: resume.replace('npm run bench --', 'bench'),
    expected: `only ${allowed.map((name) => `--${name}`).join(' and ')}: a run keeps what it began with`,
    seen: [...names, ...beside.map((name) => `--${name}`)].join(' '),
    next: `${resume}, or leave --resume out to begin a new run`,
  });
}

export function blocksOption(options: OptionValues): number | undefined {
  return wholeNumberOption(options, 'blocks', 1, 1_000);
}

/**
 * Changes the number of blocks of a run, up or down: the order of a block depends on the seed and its own
 * number alone. Fewer than were measured would hide some of them. The run records what it was to have, since whoever
 * changes it may have seen the tables.
 *
 * @param resume the command
 */
export function changeBlocks(store: RunStore, blocks: number | undefined, resume: string): void {
  const profile = profileOf(store);
  if (blocks === undefined) return;
  const measured = store.measuredStarts();
  if (blocks < measured) {
    throw usageError({
      what: 'The run already has more blocks',
      where: `${store.folder} › blocks`,
      expected: `--blocks ${measured} or more`,
      seen: `--blocks ${blocks}`,
      next: `${resume} --blocks ${measured}`,
    });
  }
  // A fixed time is shared by the blocks: those that are added get as much as those that were measured.
  if (profile.minutes !== undefined) {
    const each = profile.minutes / profile.blocks;
    if (each * blocks > MOST_RUN_MINUTES) {
      const most = Math.floor(MOST_RUN_MINUTES / each);
      throw usageError({
        what: 'The run would take longer than a run may',
        where: `${store.folder} › profile.minutes`,
        expected: `--blocks ${most} or fewer: a block takes ${Math.round(each)} minutes, and a run ${MOST_RUN_MINUTES} at most`,
        seen: `--blocks ${blocks}`,
        next: `${resume} --blocks ${most}`,
      });
    }
    profile.minutes = Math.max(1, Math.round(each * blocks));
  }
  recordChange(store.run, blocks, measured);
  profile.blocks = blocks;
}

/** @param blocks the new number, not yet in the profile */
function recordChange(run: Run, blocks: number, measured: number): void {
  if (measured === 0) return;
  const planned = plannedBlocksOf(run) ?? 0;
  const isFinished = run.finishedAt !== null;
  // One block of a run that goes on shows no order.
  if (blocks > (isFinished ? measured : planned) && (isFinished || measured > 1))
    run.extendedAfter = [...new Set([...(run.extendedAfter ?? []), measured])];
  if (blocks < planned) run.shortened = { plannedBlocks: planned, afterBlocks: measured };
  else delete run.shortened;
}

/** The profile of a run that can continue; throws a PitwallError if it was measured in rounds. */
export function profileOf({ run, folder }: RunStore): Profile {
  if (hasBlocks(run.profile)) return run.profile;
  throw usageError({
    what: 'The run was measured in another way',
    where: join(folder, RUN_FILE),
    expected: 'a run in blocks, in which every target is warm',
    seen: 'a run in rounds, from a version without blocks',
    next: 'Start a new run with: npm run bench -- run',
  });
}

/** The target variants of a run; throws a PitwallError if the checkout does not have all of them. */
export function targetVariantsOf(
  repository: Repository,
  { run, folder }: Pick<RunStore, 'run' | 'folder'>,
): TargetVariant[] {
  const all = readTargets(repository).flatMap(variantsOf);
  return run.targets.map(({ target, variant }) => {
    const found = all.find((one) => one.target.id === target && one.variant.id === variant);
    if (found) return found;
    throw usageError({
      what: 'The run has a target that this checkout lacks',
      where: join(folder, RUN_FILE),
      expected: `targets/${target} with the variant ${variant}`,
      seen: all.some((one) => one.target.id === target) ? 'no such variant' : 'no such target',
      next: `Check out the commit that the run began at${run.commit === null ? '' : `: git checkout ${run.commit}`}`,
    });
  });
}

export function refuseElsewhere({ run, folder }: RunStore, machine: string): void {
  if (run.machine === machine) return;
  throw usageError({
    what: 'The unfinished run is from another machine',
    where: join(folder, RUN_FILE),
    expected: machine,
    seen: run.machine,
    next: 'Start a run on this machine with: npm run bench -- run',
  });
}
