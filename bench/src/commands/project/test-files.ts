import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/**
 * Tests that neither measure, wait for deadlines nor hold a database: as many files run at once as there are
 * processors. All others have the machine to themselves.
 */
export const SIDE_BY_SIDE: readonly string[] = [
  'bench/test/{analysis,cli,model,new,publish,results,stats,words}/!(interrupt|results-on-disk).test.ts',
  'bench/test/ci/!(act).test.ts',
  'bench/test/{layers,names}.test.ts',
  'site/test/*.test.ts',
];

/**
 * Tests whose outcome depends on the user: they use control groups, processes of others, files, ports, or
 * databases that refuse root. These are all tests of these folders and, elsewhere, every file that checks its
 * user or mentions an ordinary user in a comment.
 */
export const BY_USER: readonly string[] = [
  'bench/test/{databases,hosts,launch,machine,process,util}/*.test.ts',
];
const SPEAKS_OF_USERS = /\bgetuid\b|\bordinary user\b/i;

/** All test files, below the root of the checkout. */
export function testFiles(root: string): string[] {
  return ['bench', 'site'].flatMap((part) => globSync(`${part}/test/**/*.test.ts`, { cwd: root }).sort());
}

export function runsSideBySide(file: string): boolean {
  return SIDE_BY_SIDE.some((pattern) => matchesGlob(file, pattern));
}

export function dependsOnUser(root: string, file: string): boolean {
  if (BY_USER.some((pattern) => matchesGlob(file, pattern))) return true;
  return !runsSideBySide(file) && SPEAKS_OF_USERS.test(readFileSync(join(root, file), 'utf8'));
}
