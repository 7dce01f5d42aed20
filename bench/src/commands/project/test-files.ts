import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/**
 * Tests that neither wait for deadlines nor hold a database or a server under load: as many files run at once as there
 * are processors.
 */
export const SIDE_BY_SIDE: readonly string[] = [
  'bench/test/{analysis,catalog,cli,figures,model,new,publish,results,stats,words}/!(interrupt|results-on-disk).test.ts',
  'bench/test/ci/!(act|dead-run-by-act|pr-bench-by-act|releases-by-act|stranger-by-act).test.ts',
  'bench/test/house/additions.test.ts',
  'bench/test/load/{can-hold,hyperfine,load-shape,oha,tools,wrk,autocannon}.test.ts',
  'bench/test/machine/*.test.ts',
  'bench/test/measure/{change-blocks,database-proof,load-address,planned-cells,provenance}.test.ts',
  'bench/test/measure/blocks/{block-cells,block-figures,block-groups,cycle-order,estimated-time}.test.ts',
  'bench/test/measure/blocks/{lead-in,mixed-load,seeded-tables,seen-memory,seen-warmth}.test.ts',
  'bench/test/measure/duet/{comparison-plan,side-name,side-spec}.test.ts',
  'bench/test/measure/{instructions,packages,warm-up}/*.test.ts',
  'bench/test/measure/releases/*.test.ts',
  'bench/test/measure/slice/{figures,marks}.test.ts',
  'bench/test/scenarios/list.test.ts',
  'bench/test/util/!(atomic-file).test.ts',
  'bench/test/verify/{reconcile,render-checks,values}.test.ts',
  'bench/test/{layers,names}.test.ts',
  'site/test/*.test.ts',
];

/**
 * Tests that wait more than they work, for databases, servers, loads and deadlines: one file more than there are
 * processors runs at once. They load servers to see what a run does, and judge no figure that a neighbour could change.
 */
export const OVERLAPPING: readonly string[] = [
  'bench/test/cli/interrupt.test.ts',
  'bench/test/{databases,hosts,launch}/*.test.ts',
  'bench/test/load/third-loader.test.ts',
  'bench/test/measure/{canary,database-loss,loader-faults,misbehaving-under-load,no-blocks,not-starting}.test.ts',
  'bench/test/measure/{replay-command,resume,run-command,separate-hosts,starting}.test.ts',
  'bench/test/measure/{time-limit,verify-command}.test.ts',
  'bench/test/measure/duet/{failed-pair,separate-sides}.test.ts',
  'bench/test/measure/timed/cold-start.test.ts',
  'bench/test/process/!(compiler-threads|proc|process-tree).test.ts',
  'bench/test/results/results-on-disk.test.ts',
  'bench/test/scenarios/made-up.test.ts',
  'bench/test/util/atomic-file.test.ts',
  'bench/test/verify/{http-connection,pool,verify}.test.ts',
];

/** The files that take longest. They begin before the others of their group, so that none is left alone at its end. */
export const LONGEST: readonly string[] = [
  'site/test/{reader,site}.test.ts',
  'bench/test/new/new.test.ts',
  'bench/test/results/mutations.test.ts',
  'bench/test/measure/{canary,loader-faults,misbehaving-under-load,not-starting,replay-command}.test.ts',
  'bench/test/measure/{run-command,separate-hosts,starting,time-limit}.test.ts',
  'bench/test/cli/interrupt.test.ts',
  'bench/test/measure/duet/separate-sides.test.ts',
  'bench/test/verify/verify.test.ts',
];

/**
 * Whole runs, comparisons and workflows, each of which takes a minute or more. They run with `npm test -- --all`; the
 * parts that they are put together from are tested without it. `npm test -- --rotate` runs one of these turns, the
 * next one with each commit. The last one also builds the tools that take minutes to build, which its tests need.
 */
export const TURNS: readonly (readonly string[])[] = [
  ['bench/test/ci/act.test.ts'],
  ['bench/test/ci/pr-bench-by-act.test.ts'],
  [
    'bench/test/house/made-up.test.ts',
    'bench/test/measure/blocks/{mid-block-failures,not-warm-in-time,warmed-together}.test.ts',
  ],
  ['bench/test/measure/misbehaving-under-load.test.ts', 'bench/test/measure/blocks/waiting.test.ts'],
  [
    'bench/test/measure/{canary,database-loss,resume}.test.ts',
    'bench/test/measure/blocks/few-connections.test.ts',
    'bench/test/measure/duet/duet-command.test.ts',
  ],
  ['bench/test/ci/{dead-run-by-act,releases-by-act}.test.ts', 'bench/test/measure/loader-faults.test.ts'],
  ['bench/test/ci/stranger-by-act.test.ts'],
  [
    'bench/test/measure/duet/duet.test.ts',
    'bench/test/measure/replay-command.test.ts',
    'bench/test/measure/blocks/rate-alone.test.ts',
  ],
];

/**
 * Set for the tests of `npm test -- --all`, in whose files a test or two would take minutes: a template whose
 * language compiles for one. With `--rotate` the last turn sets it.
 */
export const WHOLE_VARIABLE = 'PITWALL_TEST_ALL';

/**
 * Tests whose outcome depends on the user: they use control groups, processes of others, or databases that refuse
 * root. These are all tests of these folders and, elsewhere, every file that checks its user or mentions an ordinary
 * user in a comment.
 */
export const BY_USER: readonly string[] = ['bench/test/{databases,launch,process}/*.test.ts'];
const SPEAKS_OF_USERS = /\bgetuid\b|\bordinary user\b/i;

/** All test files, below the root of the checkout. */
export function testFiles(root: string): string[] {
  return ['bench', 'site'].flatMap((part) => globSync(`${part}/test/**/*.test.ts`, { cwd: root }).sort());
}

type TestGroup = 'side by side' | 'overlapping' | 'one by one';
export const testGroups: readonly TestGroup[] = ['side by side', 'overlapping', 'one by one'];

/** Returns how a file runs beside others: by itself, unless a list above names it. */
export function groupOf(file: string): TestGroup {
  if (isIn(SIDE_BY_SIDE, file)) return 'side by side';
  return isIn(OVERLAPPING, file) ? 'overlapping' : 'one by one';
}

/** How many files of a group run at once on so many processors. */
export function filesAtOnce(group: TestGroup, processors: number): number {
  return { 'side by side': processors, overlapping: processors + 1, 'one by one': 1 }[group];
}

/** The files of a group in the order in which they begin. */
export function longestFirst(files: readonly string[]): string[] {
  return [...files].sort((a, b) => Number(isIn(LONGEST, b)) - Number(isIn(LONGEST, a)));
}

/** Returns in which turn a file of a whole run is, counted from 0; `null` if it runs every time. */
export function turnOf(file: string): number | null {
  const turn = TURNS.findIndex((patterns) => isIn(patterns, file));
  return turn === -1 ? null : turn;
}

/** Whether a file runs workflows with act, which takes a minute to compile. */
export function isRunByAct(file: string): boolean {
  return matchesGlob(file, 'bench/test/ci/{act,*-by-act}.test.ts');
}

export function dependsOnUser(root: string, file: string): boolean {
  if (isIn(BY_USER, file)) return true;
  return groupOf(file) !== 'side by side' && SPEAKS_OF_USERS.test(readFileSync(join(root, file), 'utf8'));
}

function isIn(patterns: readonly string[], file: string): boolean {
  return patterns.some((pattern) => matchesGlob(file, pattern));
}
