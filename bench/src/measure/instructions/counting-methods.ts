import type { Manifest } from '../../model/index.ts';
import { programIndex } from '../packages/runtimes.ts';

type Process = Manifest['process'];

/**
 * How to count the instructions of a runtime: valgrind must be able to execute it, and it must do the same
 * thing twice. Everything that a runtime needs for that is in this file.
 */
export interface CountingMethod {
  /** Returns the build and start commands to count with. */
  adapted(process: Process): Process;
  /**
   * `from-a-mark`: callgrind begins when the server is warm and ends after the last response, in one start.
   * `by-difference`: cachegrind counts from start to end, twice, with lists of different lengths; what start and end
   * cost is the same in both and drops out.
   */
  counted: 'from-a-mark' | 'by-difference';
  /**
   * Functions whose own instructions are not counted, because they depend on the clock; only with
   * `by-difference`.
   */
  leavesOut: RegExp | null;
  /** Requests before the mark, or in the shorter count. */
  warmRequests: number;
  /** Requests that the figure covers. */
  countedRequests: number;
  /** Requests sent at once; the next burst waits for all of their responses. */
  burst: number;
  /** Number of counts per side. */
  counts: number;
}

const fromAMark = {
  adapted: (process: Process): Process => process,
  counted: 'from-a-mark',
  leavesOut: null,
  warmRequests: 200,
  countedRequests: 1_000,
  burst: 1,
  counts: 5,
} as const satisfies CountingMethod;

/**
 * Functions that look for work, sleep and wake up, and lookups by address, which differ between starts. Work
 * that a handler causes is still counted: memory, maps, strings, channels.
 */
const GO_SCHEDULER = new RegExp(
  `^runtime\\.(${[
    'schedule|findRunnable|stealWork|execute|ready|goready|park_m|mPark|mcall|gosched.*|resetspinning|wakep',
    'startm|stopm|handoffp|acquirep|releasep.*|wirep|mget|mput|pidleget.*|pidleput|gfget|injectglist|checkdead|incidlelocked',
    'runq.*|globrunq.*|checkRunqsNoP|checkTimersNoP|checkIdleGCNoP|nobarrierWakeTime|pMask.*|\\(\\*pMask\\).*',
    'sysmon|retake|preempt.*|asyncPreempt.*|doSigPreempt|sigtramp.*|sighandler|step|pcvalue|funcspdelta',
    'entersyscall.*|reentersyscall|exitsyscall.*|setBlockOnExitSyscall|casgstatus|castogscanstatus|casfrom_Gscanstatus',
    'lock2|unlock2.*|procyield.*|osyield.*|usleep.*|nanotime.*|futex.*|note.*|semasleep|semawakeup',
    'netpoll.*|epollwait.*|\\(\\*timers\\).*|\\(\\*limiterEvent\\).*',
    'getitab|typeAssert|\\(\\*itabTableType\\).*',
  ].join('|')})(\\.abi0)?$`,
);

/**
 * Its start takes half of the time. node:http renews the Date once a second, so a count depends slightly on its
 * duration: more requests make it steadier, but more counts gain more in the same time.
 */
const onNode: CountingMethod = {
  ...fromAMark,
  countedRequests: 400,
  counts: 6,
  adapted: nodeWithoutCompilers,
};

const methods: Readonly<Record<string, CountingMethod>> = {
  C: fromAMark,
  // The runtime schedules its threads differently each time.
  Rust: { ...fromAMark, counts: 12 },
  JavaScript: onNode,
  TypeScript: onNode,
  /**
   * callgrind follows calls, and crashes on Go's stacks. Go's scheduler sleeps and wakes up between two
   * requests, depending on the clock: counts of gin deviate by 1.7 % with one request at a time, by 0.6 % in
   * bursts of 50, and by 0.13 % without what the scheduler itself executes.
   */
  Go: {
    adapted: goWithTag,
    counted: 'by-difference',
    leavesOut: GO_SCHEDULER,
    warmRequests: 200,
    countedRequests: 3_000,
    burst: 50,
    counts: 4,
  },
};

/** Languages whose instructions can be counted. */
export const COUNTED_LANGUAGES = Object.keys(methods);

/** `5 in C, 12 in Rust, …`: how often each side is counted unless another number is asked for. */
export const usualCounts = Object.entries(methods)
  .map(([language, { counts }]) => `${counts} in ${language}`)
  .join(', ');

/** Returns `null` if valgrind cannot execute the runtime, or it never does the same thing twice. */
export function countingMethodOf({ language, runtime }: Manifest): CountingMethod | null {
  const method = methods[language] ?? null;
  // Bun and Deno do not take the options that make V8 under Node do the same thing twice.
  return method?.adapted === nodeWithoutCompilers && runtime.name !== 'Node.js' ? null : method;
}

/**
 * Adds the build tag `valgrind`, without which Go does not describe its stacks to valgrind (from Go 1.25 on).
 */
function goWithTag(process: Process): Process {
  const moved = (word: string): string => word.replace(/^build\//, 'build/counted/');
  return {
    ...process,
    build: process.build.map((command) => {
      const at = programIndex(command);
      if (command[at] !== 'go' || command[at + 1] !== 'build') return command;
      const [tags = ''] = command.flatMap((word) => /^-tags=(.+)$/.exec(word)?.[1] ?? []);
      const rest = command.slice(at + 2).filter((word) => !word.startsWith('-tags='));
      return [
        ...command.slice(0, at + 2),
        `-tags=${[...tags.split(',').filter(Boolean), 'valgrind'].join(',')}`,
        ...rest.map(moved),
      ];
    }),
    artifact: [process.artifact].flat().map(moved),
    start: process.start.map(moved),
  };
}

/**
 * Disables what depends on the clock or on chance: compilers, the memory reducer, incremental marking, and
 * hash seeds and addresses that change with each start. Young objects get room for the whole list of
 * requests. Counts of node:http then deviate by 0.03 % beside other work, instead of 1.7 %.
 */
function nodeWithoutCompilers(process: Process): Process {
  const [program = 'node', ...words] = process.start;
  const flags = [
    '--single-threaded',
    '--no-opt',
    '--no-sparkplug',
    '--no-maglev',
    '--no-memory-reducer',
    '--no-incremental-marking',
    '--min-semi-space-size=64',
    '--hash-seed=1',
    '--random-seed=1',
  ];
  return { ...process, start: [program, ...flags, ...words] };
}
