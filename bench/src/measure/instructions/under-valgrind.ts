import type { Manifest, Target } from '../../model/index.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { TargetVariant } from '../catalog/targets.ts';

/**
 * How a target runs when its instructions are counted: valgrind executes every instruction itself, so processors,
 * neighbours and clocks do not matter, but a runtime must be one that it can execute and that does the same thing
 * twice. What a runtime needs for that is here, and nowhere else.
 */
export function underValgrind(entry: TargetVariant, valgrind: string, outFile: string): TargetVariant {
  const { target } = entry;
  const way = ways[target.manifest.language];
  if (way === undefined) throw cannotCount(entry);
  const adapted = way(target.manifest.process);
  const start = [
    valgrind,
    '--tool=cachegrind',
    '--cache-sim=no',
    '--trace-children=yes',
    `--cachegrind-out-file=${outFile}`,
    '--quiet',
    ...adapted.start,
  ];
  const changed: Target = {
    ...target,
    manifest: { ...target.manifest, process: { ...adapted, start } },
  };
  return { ...entry, target: changed };
}

/** The build that can be counted where it is another one: of Go, with its tag for valgrind. */
export function buildForCounting(entry: TargetVariant): Target {
  const way = ways[entry.target.manifest.language];
  if (way === undefined) throw cannotCount(entry);
  const { target } = entry;
  const adapted = way(target.manifest.process);
  const build = adapted === target.manifest.process ? target.build : `${target.build}:counted`;
  return { ...target, build, manifest: { ...target.manifest, process: adapted } };
}

/** What a counted server has in its environment beside the contract's own. */
export const COUNTING_ENVIRONMENT: Readonly<Record<string, string>> = {
  // Go: no collector in the background, which starts when it wants to.
  GOGC: 'off',
};

/** Whether a busy neighbour shows in the count: Go's scheduler does more where time passes between two requests. */
export function clockShows({ language }: Manifest): boolean {
  return language === 'Go';
}

/**
 * Requests that are sent at once. Go's scheduler puts itself to sleep and wakes up again between two requests, by the
 * clock: asked one thing after the other, gin deviates by 1.7 % from count to count, in bursts of 50 by 0.6 %.
 */
export function burstOf({ language }: Manifest): number {
  return language === 'Go' ? 50 : 1;
}

/** Requests of the longer count. With three times as many, gin deviates by 0.26 % and takes a quarter longer. */
export function longListOf({ language }: Manifest): number {
  return language === 'Go' ? 3_200 : 1_200;
}

type Process = Manifest['process'];

const unchanged = (process: Process): Process => process;

const ways: Readonly<Record<string, (process: Process) => Process>> = {
  C: unchanged,
  Rust: unchanged,
  Go: goWithTag,
  JavaScript: nodeWithoutCompilers,
};

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

function cannotCount({ name, target }: TargetVariant): PitwallError {
  return new PitwallError({
    what: 'The instructions of this target cannot be counted',
    where: name,
    expected: `a target in ${Object.keys(ways).join(', ')}`,
    seen: `${target.manifest.language}: valgrind does not execute its runtime, or it never does the same thing twice`,
    next: `Compare it by processor time: npm run bench -- duet ${name}@HEAD~1 ${name}`,
    exitCode: exitCodes.usage,
  });
}

/** Whether the instructions of a target can be counted at all. */
export function canCount({ language }: Manifest): boolean {
  return ways[language] !== undefined;
}
