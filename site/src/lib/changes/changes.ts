import { compilesAsItRuns, isUntilSteady } from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { readChangesData, readReleasesData, readVerdictData, siteIndex } from '../build/data.ts';
import { namesOf } from '../page/names.ts';
import {
  type ChangeSentence,
  type ComparedSides,
  comparisonSentences,
  isOfItself,
  isOfTargets,
  levelSentence,
  pairKey,
  pairOfSides,
  releaseSentence,
  type Sided,
} from './change-view.ts';
import { largestSteps } from './releases-view.ts';

let known: Promise<ComparedSides[]> | undefined;

/** All comparisons of base and head, newest first, without the single pairs, which would take much memory. */
function comparedSides(): Promise<ComparedSides[]> {
  known ??= siteIndex().then(({ verdicts }) =>
    Promise.all(
      verdicts.map(async ({ machine, id }): Promise<ComparedSides> => {
        const { startedAt, pairs, warmup, cells } = await readVerdictData(machine, id);
        return {
          machine,
          id,
          startedAt,
          pairs,
          warmup,
          cells: cells.map(({ pair, scenario, metric, state, effect, differs, minimumEffect }) => ({
            pair,
            scenario,
            metric,
            state,
            effect,
            differs,
            minimumEffect,
          })),
        };
      }),
    ),
  );
  return known;
}

/**
 * Every known change as sentences: what was measured together, newest first, and what history shows. What was compared
 * with itself, or with another target, is no change.
 */
export async function changeSentences(
  messages: Messages,
): Promise<{ together: ChangeSentence[]; history: ChangeSentence[] }> {
  const index = await siteIndex();
  const names = namesOf(index.targets);
  const changes = await readChangesData();
  const ofTwo = (await comparedSides()).filter(({ pairs }) =>
    pairs.some((sides) => !isOfItself(sides) && sides.base.target === sides.head.target),
  );
  return {
    together: ofTwo.flatMap((one) => comparisonSentences(one, messages, names)),
    history: changes.map((change) => levelSentence(change, messages, names, index)),
  };
}

/** The proven steps between releases of the last years, the largest first. */
export async function releaseSentences(messages: Messages): Promise<ChangeSentence[]> {
  const names = namesOf((await siteIndex()).targets);
  return largestSteps(await readReleasesData()).flatMap(
    (step) => releaseSentence(step, messages, names) ?? [],
  );
}

/** The sentences about one target, newest first. */
export async function changesOf(target: string, messages: Messages): Promise<ChangeSentence[]> {
  const { together, history } = await changeSentences(messages);
  return [...together, ...history]
    .filter(({ targets }) => targets.includes(target))
    .sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt));
}

let ofPairs: Promise<ReadonlyMap<string, ComparedSides[]>> | undefined;

/** All comparisons by the target variants that they hold against each other: each page of a pair asks for its own. */
function comparisonsByPair(): Promise<ReadonlyMap<string, ComparedSides[]>> {
  ofPairs ??= comparedSides().then((all) => {
    const found = all.flatMap((comparison) =>
      [...new Set(comparison.pairs.flatMap((sides) => pairOfSides(sides) ?? []))].map((pair) => ({
        pair,
        comparison,
      })),
    );
    const byPair = Map.groupBy(found, ({ pair }) => pair);
    return new Map([...byPair].map(([pair, own]) => [pair, own.map(({ comparison }) => comparison)]));
  });
  return ofPairs;
}

/**
 * The comparisons of two target variants at once, with the versions of their lock files, newest first. Where a runtime
 * compiles as it runs, only those that warmed it to its steady state: two revisions of one target have compiled as much
 * as each other after some seconds, but two targets have not.
 */
export async function comparisonsOfPair(first: Sided, second: Sided): Promise<ComparedSides[]> {
  const { targets } = await siteIndex();
  const isWarmLater = [first, second].some(({ target }) =>
    compilesAsItRuns(targets.find((one) => one.target === target)?.language ?? ''),
  );
  const found = (await comparisonsByPair()).get(pairKey(first, second)) ?? [];
  return isWarmLater ? found.filter(({ warmup }) => isUntilSteady(warmup)) : found;
}

/** What those comparisons say, a sentence each. */
export async function sentencesOfPair(
  first: Sided,
  second: Sided,
  messages: Messages,
): Promise<ChangeSentence[]> {
  const names = namesOf((await siteIndex()).targets);
  const found = await comparisonsOfPair(first, second);
  // A comparison may have other pairs too.
  const own = pairKey(first, second);
  return found.flatMap((one) => {
    const sentences = comparisonSentences(one, messages, names);
    return one.pairs.flatMap((sides, place) => (pairOfSides(sides) === own ? (sentences[place] ?? []) : []));
  });
}

/** What is said of each comparison, by `<machine>/<id>`, and whether it is of two targets. */
export async function comparisonsWithSentences(
  messages: Messages,
): Promise<Map<string, { texts: string[]; ofTargets: boolean }>> {
  const names = namesOf((await siteIndex()).targets);
  return new Map(
    (await comparedSides()).map((one) => [
      `${one.machine}/${one.id}`,
      {
        texts: comparisonSentences(one, messages, names).map(({ text }) => text),
        ofTargets: isOfTargets(one),
      },
    ]),
  );
}
