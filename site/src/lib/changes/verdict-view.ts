import type { SiteIndex, VerdictData } from '@pitwall/bench/model';
import { explain } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { scaleAround } from '../compare/compare-view.ts';
import { resultSentence } from '../page/result-sentence.ts';
import { runtimeText, withVersion } from '../page/versions.ts';

type Cell = VerdictData['cells'][number];

/** Whether a listed comparison has one program on both sides of all its pairs, so that it is news to no one. */
export function isComparedWithItself({ pairs }: Pick<SiteIndex['verdicts'][number], 'pairs'>): boolean {
  return pairs.every(({ base, head }) => base === head);
}

/**
 * Returns the edge of one scale for all cells of one state, so that a halved cell does not flatten those that
 * moved a little. It follows the intervals, not the pairs, so that one outlying pair does not shrink the
 * others to a point.
 */
export function cellEdge(cells: readonly Cell[]): number {
  const intervals = cells.flatMap(({ effect }) => (effect ? [[effect.ratio, effect.low, effect.high]] : []));
  const band = Math.max(...cells.map(({ minimumEffect }) => 1 + minimumEffect), 1);
  return scaleAround(
    intervals.map(([ratio = 1, low = 1, high = 1]) => [ratio, low, high]),
    band ** 3,
  );
}

/** Names the scenario, and the pair of servers if there are several. */
export function verdictCellTitle(
  { pairs }: VerdictData,
  { pair, scenario }: Cell,
  messages: Messages,
): string {
  const title = messages.scenarioTitle(scenario);
  const sides = pairs[pair];
  return pairs.length > 1 && sides ? sides.head.label + messages.colon + title : title;
}

/** Explains what is known of a cell, or why nothing is, with failures in the page's language. */
export function verdictCellWords({ failure, unmeasured, ...cell }: Cell, messages: Messages): string {
  const said = (what: string): string => resultSentence(what, messages);
  const last = unmeasured?.failure ?? null;
  return explain(
    {
      ...cell,
      failure: failure && said(failure),
      unmeasured: unmeasured && { ...unmeasured, failure: last && { ...last, what: said(last.what) } },
    },
    messages.verdicts.words,
    messages.format,
  );
}

export function sideRows({ pairs }: VerdictData, messages: Messages) {
  const { colon, inBrackets } = messages;
  const { sides } = messages.verdicts;
  return pairs.flatMap((pair) =>
    (['base', 'head'] as const).map((side) => {
      const described = pair[side];
      return {
        side: sides[side],
        label: described.label,
        framework:
          withVersion(described.framework) +
          (described.pinned
            ? inBrackets(`${sides.pinned}${colon}${described.pinned.package} ${described.pinned.version}`)
            : ''),
        runtime: runtimeText(described.runtime, messages),
        revision: described.revision?.slice(0, 12) ?? sides.checkout,
      };
    }),
  );
}
