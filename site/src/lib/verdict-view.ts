import type { VerdictData } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';
import { scaleAround } from './compare-view.ts';

type Cell = VerdictData['cells'][number];

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
export function cellTitle({ pairs }: VerdictData, { pair, scenario }: Cell, messages: Messages): string {
  const title = messages.scenarioTitle(scenario);
  const arms = pairs[pair];
  return pairs.length > 1 && arms ? `${arms.head.label}: ${title}` : title;
}

export function armRows({ pairs }: VerdictData, { verdicts: { arms } }: Messages) {
  const version = ({ name, version: text }: { name: string; version: string | null }): string =>
    `${name} ${text ?? ''}`.trim();
  return pairs.flatMap((pair) =>
    (['base', 'head'] as const).map((side) => {
      const arm = pair[side];
      return {
        side: arms[side],
        label: arm.label,
        framework:
          version(arm.framework) +
          (arm.pinned ? ` (${arms.pinned}: ${arm.pinned.package} ${arm.pinned.version})` : ''),
        runtime: version(arm.runtime),
        revision: arm.revision?.slice(0, 12) ?? arms.checkout,
      };
    }),
  );
}
