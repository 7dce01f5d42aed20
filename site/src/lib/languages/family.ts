import {
  type CompareData,
  type DatabaseKind,
  databaseTitles,
  hasRate,
  type ScenarioId,
  type SiteIndex,
  type TargetData,
  type TimesBetter,
  variantKey,
} from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { readCompareData, readTargetData, shownRuns, siteIndex } from '../build/data.ts';
import { standingOf } from '../compare/compare-view.ts';
import { comparedVariants } from '../compare/pairs.ts';
import { orderedVariants } from '../frameworks/variant-sections.ts';
import { namesOf } from '../page/names.ts';

/** All targets of one language: those whose names begin with the same folder. */
interface Family {
  folder: string;
  /** `Go`; `JavaScript, TypeScript` where a folder holds both. */
  language: string;
  targets: SiteIndex['targets'];
}

export function familiesOf(targets: SiteIndex['targets']): Family[] {
  const byFolder = Map.groupBy(targets, ({ target }) => folderOf(target));
  return [...byFolder]
    .map(([folder, own]) => ({
      folder,
      language: [...new Set(own.map(({ language }) => language))].sort().join(', '),
      targets: own,
    }))
    .sort((a, b) => a.language.localeCompare(b.language, 'en'));
}

const folderOf = (target: string): string => target.split('/')[0] ?? target;

/** A target variant of a family, with what its like may have in common with it. */
export interface FamilyRow {
  key: string;
  target: string;
  variant: string;
  /** Its section on the page of its target; there, those of a second machine have other names. */
  section: string | undefined;
  name: string;
  kind: SiteIndex['targets'][number]['kind'];
  version: string | null;
  /** `Go 1.26.8` */
  runtime: string;
  /** The HTTP server below it; `null` if its manifest does not say. */
  server: string | null;
  access: Partial<Record<DatabaseKind, string>>;
  linesOfCode: number | null;
}

/** Every variant of a family: frameworks by name, then platforms. */
export function familyRows(
  { targets }: Family,
  data: readonly TargetData[],
  index: SiteIndex,
  messages: Messages,
): FamilyRow[] {
  const names = namesOf(index.targets);
  const rows = targets.flatMap(({ target, kind, manifest }) => {
    const own = data.find((one) => one.target === target);
    const variants = own ? orderedVariants(own, manifest) : [];
    // A second machine has most of them too, and perhaps one that the first cannot run.
    const ids = variants.map(({ variant }) => variant.variant);
    return variants
      .filter(({ variant }, place) => ids.indexOf(variant.variant) === place)
      .map(({ appearance, variant }): FamilyRow => {
        const { framework, runtime, databaseAccess } = variant;
        const isOnePlatform = kind === 'platform' && framework.name === runtime.name;
        return {
          key: variantKey({ target, variant: variant.variant }),
          target,
          variant: variant.variant,
          section: appearance === own?.appearances[0] ? variant.variant : undefined,
          name: names({ target, name: own?.name ?? target, variant: variant.variant }),
          kind,
          version: isOnePlatform ? null : framework.version,
          runtime: [messages.runtimeName(runtime.name), runtime.version ?? []].flat().join(' '),
          server: manifest?.variants.find(({ id }) => id === variant.variant)?.server ?? null,
          access: Object.fromEntries(
            Object.entries(databaseAccess).map(([database, { kind: by, library }]) => [
              database,
              by === 'raw' ? library : library + messages.inBrackets(messages.accessKinds[by]),
            ]),
          ),
          linesOfCode: variant.linesOfCode,
        };
      });
  });
  const isPlatform = ({ kind }: FamilyRow): number => Number(kind === 'platform');
  return rows.sort((a, b) => isPlatform(a) - isPlatform(b) || a.name.localeCompare(b.name, 'en'));
}

/** A property of a variant that all of a family may share. */
export interface Trait {
  id: 'runtime' | 'server' | DatabaseKind;
  of(row: FamilyRow): string | null;
}

const traits: readonly Trait[] = [
  { id: 'runtime', of: ({ runtime }) => runtime },
  // A platform is its own server.
  { id: 'server', of: ({ server }) => server },
  ...Object.keys(databaseTitles).map((id) => ({
    id: id as DatabaseKind,
    of: ({ access }: FamilyRow) => access[id as DatabaseKind] ?? null,
  })),
];

/**
 * What all frameworks of a family have in common, among those that have the property, and the properties in which they
 * differ.
 */
export function familyTraits(rows: readonly FamilyRow[]): {
  shared: { id: Trait['id']; value: string }[];
  differing: Trait[];
} {
  const having = traits
    .map((trait) => ({ trait, values: new Set(rows.flatMap((row) => trait.of(row) ?? [])) }))
    .filter(({ values }) => values.size > 0);
  return {
    shared: having.flatMap(({ trait, values: [value, second] }) =>
      value === undefined || second !== undefined ? [] : [{ id: trait.id, value }],
    ),
    differing: having.filter(({ values }) => values.size > 1).map(({ trait }) => trait),
  };
}

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
  /** Which of the two the ranking's own test considers better, or that they are the same within the minimum effect. */
  standing: 'more' | 'less' | 'same' | 'open';
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
    const added = addedTo(await readCompareData(home.machine.id, platform.key), variant);
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

/** The data of all targets of a family. */
export function familyData({ targets }: Family): Promise<TargetData[]> {
  return Promise.all(targets.map(({ target }) => readTargetData(target)));
}
