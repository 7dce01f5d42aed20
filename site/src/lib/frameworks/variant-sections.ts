import type { ManifestData, TargetData } from '@pitwall/bench/model';
import type { Names } from '../page/names.ts';

type Appearance = TargetData['appearances'][number];

/** A variant of a target on one machine, as a part of the target's page. */
export interface VariantSection {
  appearance: Appearance;
  variant: Appearance['variants'][number];
  /** Anchor of the section; those of the first machine are plain, because rankings link to them. */
  id: string;
  /** Its name in sentences. */
  name: string;
  /** Its name among the others of the target. */
  tab: string;
}

/** Variants of a target: the plain one first, those that reach a database through an ORM last. */
export function variantSections(
  data: TargetData,
  manifest: Pick<ManifestData, 'variants'> | null,
  names: Names,
): VariantSection[] {
  const several = data.appearances.length > 1;
  return data.appearances.flatMap((appearance, place) =>
    inOrder(appearance.variants, manifest).map((variant) => ({
      appearance,
      variant,
      id: place === 0 ? variant.variant : `${variant.variant}-${appearance.machine}`,
      name: [
        names({ target: data.target, name: data.name, variant: variant.variant }),
        ...(several ? [appearance.machine] : []),
      ].join(', '),
      tab: [
        variant.variant === 'default' ? data.name : variant.variant,
        ...(several ? [appearance.machine] : []),
      ].join(', '),
    })),
  );
}

function inOrder(
  variants: Appearance['variants'],
  manifest: Pick<ManifestData, 'variants'> | null,
): Appearance['variants'] {
  const known = manifest?.variants.map(({ id }) => id) ?? [];
  const place = (id: string): number => (known.includes(id) ? known.indexOf(id) : known.length);
  const hasOrm = ({ databaseAccess }: Appearance['variants'][number]): boolean =>
    Object.values(databaseAccess).some(({ kind }) => kind === 'orm');
  return variants.toSorted(
    (a, b) => Number(hasOrm(a)) - Number(hasOrm(b)) || place(a.variant) - place(b.variant),
  );
}
