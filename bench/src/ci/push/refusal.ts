import { exitCodes, PitwallError } from '../../util/errors.ts';

/**
 * Distinguishes a push that rules refuse from one that came too late. Only the second is worth another try: GitHub
 * refuses the first until the rules change.
 */

/** What GitHub writes if a rule, a permission or a limit refuses a push; GH006 and GH013 are rules of a branch. */
const REFUSALS: readonly RegExp[] = [
  /\bGH\d{3}\b/,
  /protected branch hook declined|repository rule violations/i,
  /Permission to \S+ denied|Write access to repository not granted|key you are authenticating with has been marked as read.only/i,
  /returned error: 40[13]|Authentication failed|could not read Username|Permission denied \(publickey\)/i,
];

export function isRefusedByRules(stderr: string): boolean {
  return REFUSALS.some((pattern) => pattern.test(stderr));
}

/** Returns the lines with a reason, without `remote:` and the addresses around them. */
export function reasonOf(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^remote:\s*/, '').trim())
    .filter((line) => line !== '' && !/^(?:To |hint:|Review all|error: failed to push)/.test(line));
  return [...new Set(lines)].slice(0, 6).join(' | ') || 'no reason given';
}

export function refusedByRules(branch: string, stderr: string): PitwallError {
  const rules = /\bGH0\d\d\b|protected branch|rule violations/i.test(stderr);
  return new PitwallError({
    what: rules
      ? 'The rules of the branch refuse the push of the results'
      : 'GitHub refuses the push of the results',
    where: branch,
    expected: 'a push by a deploy key that the ruleset of the branch lets pass',
    seen: reasonOf(stderr),
    next: 'Run `npm run bench -- ci settings`: it prints the commands for the deploy key, its environment and the ruleset. Then run the commit job again; it uses the same artifacts',
    exitCode: exitCodes.failed,
  });
}
