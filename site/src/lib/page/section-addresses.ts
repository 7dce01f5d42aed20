import { shownRuns } from '../build/data.ts';
import { sectionOn } from './address-parts.ts';
import { addresses } from './links.ts';

/** A part of a framework's page. */
export type SectionAddress = (row: { target: string; variant: string }) => string;

/**
 * Returns addresses of the sections with a machine's figures, so that a link in a table leads to the figures of that
 * table. Those of the home page's machine have plain anchors.
 */
export async function sectionAddresses(machine: string): Promise<SectionAddress> {
  const [home] = await shownRuns();
  const isHome = home === undefined || home.machine.id === machine;
  return ({ target, variant }) => addresses.framework(target, isHome ? variant : sectionOn(variant, machine));
}
