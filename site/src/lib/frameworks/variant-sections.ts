import type { ManifestData, TargetData } from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';
import { sectionOn } from '../page/address-parts.ts';
import type { Names } from '../page/names.ts';

type Appearance = TargetData['appearances'][number];

/** A variant of a target on one machine. */
interface MeasuredVariant {
  appearance: Appearance;
  variant: Appearance['variants'][number];
}

/** It as a part of the target's page. */
export interface VariantSection extends MeasuredVariant {
  /** Anchor of the section; those of the first machine are plain, because its rankings link to them. */
  id: string;
  /** The anchor that names the machine, if the plain one does not. */
  onMachine: string | null;
  /** Its name in sentences. */
  name: string;
  /** Its name among the others of the target. */
  tab: string;
}

type Order = Pick<ManifestData, 'variants'> | null;

/** Variants of a target: the plain one first, those that reach a database through an ORM last. */
export function orderedVariants({ appearances }: TargetData, manifest: Order): MeasuredVariant[] {
  return appearances.flatMap((appearance) =>
    inOrder(appearance.variants, manifest).map((variant) => ({ appearance, variant })),
  );
}

/** The same with what each is called on the page of the target. */
export function variantSections(
  data: TargetData,
  manifest: Order,
  names: Names,
  { comma, framework: { nthMachine } }: Pick<Messages, 'comma' | 'framework'>,
): VariantSection[] {
  return orderedVariants(data, manifest).map(({ appearance, variant }) => {
    const { machine } = appearance;
    const { variant: id } = variant;
    const place = data.appearances.indexOf(appearance);
    const named = sectionOn(id, machine);
    // That of the first machine is the one that most readers want; the page says below which machine it is.
    const on = (name: string, which: string): string => (place === 0 ? name : name + comma + which);
    const plain = names({ target: data.target, name: data.name, variant: id });
    return {
      appearance,
      variant,
      id: place === 0 ? id : named,
      onMachine: place === 0 ? named : null,
      name: on(plain, machine),
      // The id of a machine would fill a line of a phone, in each tab.
      tab: on(id === 'default' ? data.name : id, nthMachine(place + 1)),
    };
  });
}

function inOrder(variants: Appearance['variants'], manifest: Order): Appearance['variants'] {
  const known = manifest?.variants.map(({ id }) => id) ?? [];
  const place = (id: string): number => (known.includes(id) ? known.indexOf(id) : known.length);
  const hasOrm = ({ databaseAccess }: Appearance['variants'][number]): boolean =>
    Object.values(databaseAccess).some(({ kind }) => kind === 'orm');
  return variants.toSorted(
    (a, b) => Number(hasOrm(a)) - Number(hasOrm(b)) || place(a.variant) - place(b.variant),
  );
}
