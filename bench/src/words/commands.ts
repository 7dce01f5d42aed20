import { variantName } from '../model/index.ts';

/** What settles a change that history only proposes: both commits measured at the same time, in its scenario. */
export function duetCommand(
  { target, variant, scenario }: { target: string; variant: string; scenario: string },
  before: string | null,
  after: string | null,
): string {
  const name = variantName(target, variant);
  const at = (commit: string | null): string => (commit === null ? '' : `@${commit.slice(0, 12)}`);
  return `npm run bench -- duet ${name}${at(before)} ${name}${at(after)} --scenario ${scenario}`;
}
