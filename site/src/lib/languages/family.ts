import {
  type DatabaseKind,
  databaseTitles,
  type SiteIndex,
  type TargetData,
  variantKey,
} from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { readTargetData } from '../build/data.ts';
import { orderedVariants } from '../frameworks/variant-sections.ts';
import { namesOf } from '../page/names.ts';
import { runtimeText } from '../page/versions.ts';

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

export const folderOf = (target: string): string => target.split('/')[0] ?? target;

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
          runtime: runtimeText(runtime, messages),
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

/** The data of all targets of a family. */
export function familyData({ targets }: Family): Promise<TargetData[]> {
  return Promise.all(targets.map(({ target }) => readTargetData(target)));
}
