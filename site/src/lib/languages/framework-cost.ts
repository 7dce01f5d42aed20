import {
  type CompareData,
  hasRate,
  type ScenarioId,
  type SiteIndex,
  type TimesBetter,
  variantKey,
} from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { readCompareData, shownRuns, siteIndex } from '../build/data.ts';
import { type ComparedSides, type Sided, sideAgainst } from '../changes/change-view.ts';
import { comparisonsOfPair } from '../changes/changes.ts';
import { standingOf } from '../compare/compare-view.ts';
import { comparedVariants } from '../compare/pairs.ts';
import { folderOf } from './family.ts';

/** The platform that a framework adds to, by the rules that `platformOf` explains. */
export interface Platform {
  target: string;
  variant: string;
  name: string;
  key: string;
}

/**
 * Returns the platform that a framework's own cost is measured against: the one that its manifest names as its server,
 * or the only one of its language. Either must be on the same runtime. Another would be a comparison, not a cost.
 */
export function platformOf(
  index: Pick<SiteIndex, 'targets'>,
  { target, variant }: { target: string; variant: string },
): Platform | null {
  const own = index.targets.find((one) => one.target === target);
  const runtime = own?.runtimes[variant];
  if (own === undefined || own.kind === 'platform' || runtime === undefined) return null;
  const server = own.manifest?.variants.find(({ id }) => id === variant)?.server ?? null;
  const platforms = index.targets.flatMap((platform) =>
    platform.kind !== 'platform'
      ? []
      : Object.entries(platform.runtimes)
          .filter(([, name]) => name === runtime)
          .map(([id]) => ({
            ...platform,
            variant: id,
            key: variantKey({ target: platform.target, variant: id }),
          })),
  );
  const near = platforms.filter((platform) => folderOf(platform.target) === folderOf(target));
  const named = [...near, ...platforms].find(({ name }) => name === server);
  const found = server === null ? (near.length === 1 ? near[0] : undefined) : named;
  return found ? { target: found.target, variant: found.variant, name: found.name, key: found.key } : null;
}

/** What a framework adds to the CPU time of its platform's requests, as `1.18` for 18 % more. */
export interface Added {
  scenario: ScenarioId;
  ratio: number;
  low: number;
  high: number;
  minimumEffect: number;
  /** Which of the two is proven to cost more, or that they are the same within the minimum effect. */
  standing: 'more' | 'less' | 'same' | 'open';
  /** The comparison of the two at once that shows it; `null` if blocks of the ranking do. */
  comparison: Pick<ComparedSides, 'machine' | 'id'> | null;
}

/**
 * Turns "times better" of a framework against its platform into what it costs more, for each scenario in a closed
 * loop. Ratio, interval and proof are those of the page that compares the two.
 */
export function addedTo(platform: CompareData, framework: { target: string; variant: string }): Added[] {
  const other = platform.others.find(
    ({ target, variant }) => target === framework.target && variant === framework.variant,
  );
  const seen = new Set<ScenarioId>();
  return platform.rows.flatMap((row, place): Added[] => {
    const times = other?.times[place] ?? null;
    if (row.metric !== 'cpuPerRequestNanoseconds' || hasRate(row.loadShape) || seen.has(row.scenario))
      return [];
    if (times === null || times[1] === null || times[2] === null) return [];
    seen.add(row.scenario);
    const [ratio, low, high] = times;
    return [
      {
        scenario: row.scenario,
        ratio: 1 / ratio,
        low: 1 / high,
        high: 1 / low,
        minimumEffect: row.minimumEffect,
        standing: said(times, row.minimumEffect),
        comparison: null,
      },
    ];
  });
}

function said(times: TimesBetter, minimumEffect: number): Added['standing'] {
  const standing = standingOf(times, minimumEffect);
  if (standing === 'same') return 'same';
  // The platform is the first of the two.
  return standing === 'first' ? 'more' : standing === 'second' ? 'less' : 'open';
}

/**
 * Returns what comparisons of the two at once say, the newest for each scenario. They tell a percent or two apart, where
 * the blocks of a ranking, which test every pair of the field together, seldom tell ten.
 *
 * @param comparisons newest first
 */
export function addedAtOnce(
  comparisons: readonly ComparedSides[],
  platform: Sided,
  framework: Sided,
): Added[] {
  const found = new Map<ScenarioId, Added>();
  for (const { machine, id, pairs, cells } of comparisons) {
    for (const cell of cells) {
      const { pair, scenario, metric, effect, minimumEffect } = cell;
      const sides = pairs[pair];
      const side = sides ? sideAgainst(sides, framework, platform) : null;
      if (side === null || metric !== 'cpuPerRequestNanoseconds' || effect === null) continue;
      if (found.has(scenario)) continue;
      const { ratio, low, high } = effect;
      found.set(scenario, {
        scenario,
        ...(side === 'head' ? { ratio, low, high } : { ratio: 1 / ratio, low: 1 / high, high: 1 / low }),
        minimumEffect,
        standing: standingAtOnce(cell, side),
        comparison: { machine, id },
      });
    }
  }
  return [...found.values()];
}

/** The verdict is on head, and the framework may be on either side. */
function standingAtOnce(
  { state, differs }: Pick<ComparedSides['cells'][number], 'state' | 'differs'>,
  side: 'base' | 'head',
): Added['standing'] {
  if (state === 'same') return 'same';
  if (differs === null) return 'open';
  return (differs === 'worse') === (side === 'head') ? 'more' : 'less';
}

/** A framework with its platform and what it adds to it. */
export interface FrameworkCost {
  platform: Platform;
  added: Added[];
}

/** What each framework of the home page's machine adds to its platform, by the key of its variant. */
export async function frameworkCosts(): Promise<ReadonlyMap<string, FrameworkCost>> {
  costs ??= readCosts();
  return costs;
}

let costs: Promise<ReadonlyMap<string, FrameworkCost>> | undefined;

async function readCosts(): Promise<ReadonlyMap<string, FrameworkCost>> {
  const [home] = await shownRuns();
  const index = await siteIndex();
  const variants = home ? comparedVariants(home) : [];
  const found = variants.map(async (variant): Promise<[string, FrameworkCost][]> => {
    const platform = platformOf(index, variant);
    if (!home || platform === null || !variants.some(({ key }) => key === platform.key)) return [];
    const atOnce = addedAtOnce(await comparisonsOfPair(platform, variant), platform, variant);
    const inBlocks = addedTo(await readCompareData(home.machine.id, platform.key), variant).filter(
      ({ scenario }) => !atOnce.some((one) => one.scenario === scenario),
    );
    const added = [...atOnce, ...inBlocks];
    return added.length > 0 ? [[variant.key, { platform, added }]] : [];
  });
  return new Map((await Promise.all(found)).flat());
}

/** The sentence of a proven cost; `null` if no cost is proven. */
export function addedSentence(
  name: string,
  { platform, added }: FrameworkCost,
  messages: Messages,
): string | null {
  const one = added.find(({ scenario }) => scenario === 'json');
  if (one === undefined || one.standing === 'open') return null;
  const { format, family } = messages;
  const scenario = messages.scenarioTitle(one.scenario);
  if (one.standing === 'same')
    return family.addsNothing(name, platform.name, format.percent(one.minimumEffect), scenario);
  const more = one.standing === 'more';
  // A tenth of a percent says nothing beside an interval that is wider than a few.
  const digits = Math.abs(one.ratio - 1) < 0.1 ? 1 : 0;
  const share = (ratio: number): string => format.percent(Math.abs(ratio - 1), digits);
  const ends = more ? [one.low, one.high] : [one.high, one.low];
  const [from = '', to = ''] = ends.map(share);
  return family[more ? 'adds' : 'saves']({
    name,
    platform: platform.name,
    share: share(one.ratio),
    from,
    to,
    scenario,
  });
}
