import { readTargets, selectVariants, type TargetVariant } from '../../catalog/targets.ts';
import { changedPaths, commitOf, partingOf, touchedAndRotating } from '../../catalog/touched.ts';
import { type Comparable, comparableOf } from '../../measure/duet/comparable.ts';
import { variantName } from '../../model/index.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import type { Command } from '../command.ts';
import { scenariosOption } from '../measuring/scenario-option.ts';
import { comparePairs, comparisonOptions } from './compare-sides.ts';

export const compare: Command = {
  name: 'compare',
  summary: 'compare every target that changed since a revision with what it was then',
  takes: '<revision> [target...]',
  details: [
    'Compares the named targets, or all, if their folder differs from the revision. A target that is new since then has nothing to be compared with and is named. Exit code 1 means that a cell regressed or was not measured to its end, or that a target, variant or scenario is gone since then.',
    'Without --head, a target that only the revision has counts as gone, also if it came there later.',
    'With --head, only the targets come from that commit: the harness is that of the checkout. They are compared with the commit where it left the revision: what the revision got since then is no change of head.',
    'With --json, `null` means that there was nothing to measure.',
  ].join('\n'),
  options: {
    head: {
      type: 'string',
      value: '<revision>',
      help: 'the other side: targets at this commit (default: the checkout as it is)',
    },
    ...comparisonOptions,
  },
  async run(invocation) {
    const { repository, signal, terminal, arguments: names, options } = invocation;
    const head = options.head === undefined ? null : String(options.head);
    const [revision, ...targets] = names as [string, ...string[]];
    const targetVariants = selectVariants(readTargets(repository), targets);
    const { targetVariants: chosen } = await touchedAndRotating(
      repository.root,
      targetVariants,
      revision,
      0,
      head,
    );
    const base = head === null ? revision : await baseOf(repository, revision, head);
    if (base !== revision) terminal.note(`Base is ${base}, where ${head} left ${revision}.`);
    const scenarios = scenariosOption(options);
    const found: Comparable = { pairs: [], missing: [], added: [] };
    for (const id of new Set(chosen.map(({ target }) => target.id))) {
      const variants = variantsNamed(id, targets, chosen);
      const question = { repository, id, variants, base, head, scenarios, signal };
      const { pairs, missing, added } = await comparableOf(question);
      found.pairs.push(...pairs);
      found.missing.push(...missing);
      found.added.push(...added);
    }
    if (head === null && targets.length === 0)
      found.missing.push(...(await goneSince(repository, revision, targetVariants)));
    for (const name of found.added)
      terminal.note(`${name} is new since ${revision}: nothing to compare it with`);
    for (const { what, why } of found.missing) terminal.note(`${what} is not compared: ${why}`);
    if (found.pairs.length === 0 && found.missing.length === 0) {
      const where = scenarios === null ? '' : ` in ${scenarios.map(({ id }) => id).join(', ')}`;
      terminal.note(`No target differs from ${revision}${where} in a way that can be compared.`);
    }
    // A program reads one document in any case.
    if (found.pairs.length === 0 && options.json) terminal.print('null');
    const code = found.pairs.length > 0 ? await comparePairs(invocation, options, found.pairs) : exitCodes.ok;
    return found.missing.length > 0 ? exitCodes.failed : code;
  },
};

/** Returns the commit where head left a revision; the revision as it was named if it is that commit. */
async function baseOf({ root }: Repository, revision: string, head: string): Promise<string> {
  const parting = await partingOf(root, revision, head);
  return parting === (await commitOf(root, revision)) ? revision : parting;
}

/** Returns the targets of a revision that the checkout no longer has. */
async function goneSince(
  repository: Repository,
  revision: string,
  targetVariants: readonly TargetVariant[],
): Promise<Comparable['missing']> {
  const here = new Set(targetVariants.map(({ target }) => target.id));
  const changed = await changedPaths(repository.root, revision, null);
  return changed.flatMap((path) => {
    const id = /^targets\/([^/]+\/[^/]+)\/target\.yaml$/.exec(path)?.[1];
    return id === undefined || here.has(id) ? [] : [{ what: id, why: 'head has no such target' }];
  });
}

/** Returns the variants of a target that were named one by one; `null` if the target was named as a whole. */
function variantsNamed(
  id: string,
  names: readonly string[],
  targetVariants: readonly TargetVariant[],
): ReadonlySet<string> | null {
  const whole = names.length === 0 || names.some((name) => name === id || name === id.split('/')[0]);
  if (whole) return null;
  return new Set(
    targetVariants
      .filter(({ target, variant }) => target.id === id && names.includes(variantName(id, variant.id)))
      .map(({ variant }) => variant.id),
  );
}
