import { variantName } from '../model/index.ts';

/**
 * The command that confirms a change found in history: it measures both commits at the same time, in its
 * scenario.
 */
export function duetCommand(
  { target, variant, scenario }: { target: string; variant: string; scenario: string },
  before: string | null,
  after: string | null,
): string {
  const name = variantName(target, variant);
  const at = (commit: string | null): string => (commit === null ? '' : `@${commit.slice(0, 12)}`);
  return `npm run bench -- duet ${name}${at(before)} ${name}${at(after)} --scenario ${scenario}`;
}
