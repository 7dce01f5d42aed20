import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/**
 * Tests that neither measure, wait for deadlines nor hold a database: as many files run at once as there are
 * processors. All others have the machine to themselves, or share it with one more.
 */
export const SIDE_BY_SIDE: readonly string[] = [
  'bench/test/{analysis,catalog,cli,model,new,publish,results,stats,words}/!(interrupt|results-on-disk).test.ts',
  'bench/test/ci/!(act).test.ts',
  'bench/test/load/{can-hold,hyperfine,load-shape,oha,tools,wrk,autocannon}.test.ts',
  'bench/test/measure/{figures,plan,provenance}.test.ts',
  'bench/test/measure/blocks/plan.test.ts',
  'bench/test/scenarios/list.test.ts',
  'bench/test/util/{lines,usage-errors}.test.ts',
  'bench/test/verify/{reconcile,report,values}.test.ts',
  'bench/test/{layers,names}.test.ts',
  'site/test/*.test.ts',
];

/** Tests that wait more than they work, for databases, servers and deadlines: two files run at once. */
export const IN_PAIRS: readonly string[] = [
  'bench/test/{databases,hosts,launch}/*.test.ts',
  'bench/test/verify/{http,pool,verify}.test.ts',
];

/**
 * Whole runs, comparisons and workflows, each of which takes a minute or more of a machine of its own. They run
 * with `npm test -- --all`, and so in CI; the parts that they are put together from are tested without it.
 */
export const WHOLE: readonly string[] = [
  'bench/test/ci/act.test.ts',
  'bench/test/ci/releases-by-act.test.ts',
  'bench/test/measure/{canary,database-loss,loader-faults,misbehaving-under-load,replay-command,resume}.test.ts',
  'bench/test/measure/blocks/blocks.test.ts',
  'bench/test/measure/duet/{duet,duet-command}.test.ts',
];

/**
 * Set for the tests of `npm test -- --all`, in whose files a test or two would take minutes: a template whose
 * language compiles for one.
 */
export const WHOLE_VARIABLE = 'PITWALL_TEST_ALL';

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

export type TestGroup = 'side by side' | 'two at a time' | 'one by one';
export const testGroups: readonly TestGroup[] = ['side by side', 'two at a time', 'one by one'];

/** Returns how a file runs beside others. */
export function groupOf(file: string): TestGroup {
  if (isIn(SIDE_BY_SIDE, file)) return 'side by side';
  return isIn(IN_PAIRS, file) ? 'two at a time' : 'one by one';
}

export function isWhole(file: string): boolean {
  return isIn(WHOLE, file);
}

export function dependsOnUser(root: string, file: string): boolean {
  if (isIn(BY_USER, file)) return true;
  return groupOf(file) !== 'side by side' && SPEAKS_OF_USERS.test(readFileSync(join(root, file), 'utf8'));
}

function isIn(patterns: readonly string[], file: string): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern));
}
