/** Returns the anchor of a variant's figures on one of several machines. Scripts use it too. */
export function sectionOn(variant: string, machine: string): string {
  return `${variant}-${machine}`;
}
