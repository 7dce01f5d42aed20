import {
  type Estimate,
  isRanked,
  type ShownRunData,
  type SiteIndex,
  type TargetData,
} from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { runtimeText } from '../page/versions.ts';
import { cellsOf, figureOf } from './target-view.ts';
import { orderedVariants } from './variant-sections.ts';

interface FrameworkRow {
  data: TargetData;
  /** The variant that the figures belong to: the plain one. */
  variant: string;
  version: string | null;
  /** `Go 1.26.8` */
  runtime: string | null;
  /** In small JSON; `null` if it is not measured on the home page's machine, or cannot be compared. */
  throughput: Estimate | null;
  memory: Estimate | null;
  /** On the home page's machine, too. */
  coldStart: Estimate | null;
}

/** One row per target with the figures of its plain variant in small JSON, the fastest first. */
export function frameworkRows(
  targets: readonly TargetData[],
  { targets: listed }: Pick<SiteIndex, 'targets'>,
  home: ShownRunData | null,
  messages: Pick<Messages, 'runtimeName'>,
): FrameworkRow[] {
  const rows = targets.map((data): FrameworkRow => {
    const manifest = listed.find(({ target }) => target === data.target)?.manifest ?? null;
    const variants = orderedVariants(data, manifest);
    const own = variants.find(({ appearance }) => appearance.machine === home?.machine.id) ?? variants[0];
    const { framework, runtime, coldStart } = own?.variant ?? {};
    const cell = own && cellsOf(own.variant, 'closed').find(({ scenario }) => scenario === 'json');
    const isHome = own?.appearance.machine === home?.machine.id;
    const throughput = cell && isHome ? figureOf(cell, 'throughputPerSecond') : undefined;
    return {
      data,
      variant: own?.variant.variant ?? 'default',
      version: framework?.version ?? null,
      runtime: runtime ? runtimeText(runtime, messages) : null,
      // A platform has no rank, but its figure is shown all the same.
      throughput: cell && isRanked(cell) ? (throughput?.estimate ?? null) : null,
      memory: (cell && isHome ? figureOf(cell, 'peakMemoryBytes')?.estimate : null) ?? null,
      coldStart: (isHome ? coldStart : null) ?? null,
    };
  });
  const value = ({ throughput }: FrameworkRow): number => throughput?.median ?? 0;
  return rows.sort((a, b) => value(b) - value(a));
}
