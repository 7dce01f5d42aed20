import type { Manifest } from '../../model/index.ts';

type Process = Manifest['process'];

/**
 * How the instructions of a runtime are counted: it must be one that valgrind can execute, and do the same thing twice.
 * What a runtime needs for that is here, and nowhere else.
 */
export interface Way {
  /** Its build and its start as they are counted. */
  adapted(process: Process): Process;
  /**
   * `from-a-mark`: callgrind begins when the server is warm and ends after the last response, in one start.
   * `by-difference`: cachegrind counts from start to end, twice, with lists of different lengths; what start and end
   * cost is the same in both and drops out.
   */
  counted: 'from-a-mark' | 'by-difference';
  /** Functions whose own instructions are not counted, because they go by the clock; only with `by-difference`. */
  leavesOut: RegExp | null;
  /** Requests that are answered before the mark, or that the shorter count has. */
  warmRequests: number;
  /** Requests that make the figure. */
  countedRequests: number;
  /** Requests that are sent at once; the next are sent when all of their responses are there. */
  burst: number;
  /** Of each side. */
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
} as const satisfies Way;

/**
 * What looks for work, sleeps and wakes up, and what is looked up by addresses, which differ from start to start. What a
 * handler makes the runtime do stays in: memory, maps, strings, channels.
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

const ways: Readonly<Record<string, Way>> = {
  C: fromAMark,
  // Threads of the runtime take turns as they like.
  Rust: { ...fromAMark, counts: 12 },
  // Half of its time is its start. node:http renews the Date once a second, so that a count hangs a little on how long
  // it takes: more requests make it steadier, and more counts do more for the same time.
  JavaScript: { ...fromAMark, countedRequests: 400, counts: 6, adapted: nodeWithoutCompilers },
  /**
   * callgrind follows calls and goes down on Go's stacks. Go's scheduler puts itself to sleep and wakes up again between
   * two requests, by the clock: asked one thing after the other, gin deviates by 1.7 % from count to count, in bursts
   * of 50 by 0.6 %; without what the scheduler itself executes, by 0.13 %.
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
export const COUNTED_LANGUAGES = Object.keys(ways);

/** `null` where valgrind does not execute the runtime, or it never does the same thing twice. */
export function wayOf({ language }: Manifest): Way | null {
  return ways[language] ?? null;
}

/** Go tells valgrind what its stacks are only where it is built with the tag of that name (from Go 1.25 on). */
function goWithTag(process: Process): Process {
  const moved = (word: string): string => word.replace(/^build\//, 'build/counted/');
  return {
    ...process,
    build: process.build.map((command) => {
      if (command[0] !== 'go' || command[1] !== 'build') return command;
      const [tags = ''] = command.flatMap((word) => /^-tags=(.+)$/.exec(word)?.[1] ?? []);
      const rest = command.slice(2).filter((word) => !word.startsWith('-tags='));
      return [
        'go',
        'build',
        `-tags=${[...tags.split(',').filter(Boolean), 'valgrind'].join(',')}`,
        ...rest.map(moved),
      ];
    }),
    artifact: moved(process.artifact),
    start: process.start.map(moved),
  };
}

/**
 * Compilers decide by the clock when to compile, the reducer of memory and incremental marking when to collect; hashes
 * and addresses are drawn anew at each start. With all of it off, and young objects given room for the whole list of
 * requests, node:http deviates by 0.03 % beside other work instead of by 1.7 %.
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
