import { z } from 'zod';
import { PitwallError } from '../util/errors.ts';
import { shellWord } from '../util/text.ts';
import { usageError } from '../util/usage-errors.ts';
import { type Tool, type ToolOutput, versionBy } from './loader.ts';
import { excerpt } from './tool-report.ts';

export const hyperfine: Tool = {
  name: 'hyperfine',
  versionArgument: '--version',
  identify: versionBy(/^hyperfine (\d+\.\d+\.\d+)\s*$/m),
  least: '1.13.0',
  below: null,
  costs: 'cold start times',
  packaged: true,
  crate: 'hyperfine@1.20.0',
};

/** A command to time from start to exit, one process at a time. */
export interface TimingPlan {
  kind: 'cold-start' | 'build';
  /** Program and arguments; no shell reads them. */
  command: readonly string[];
  /** Runs before each timed run, untimed, to clean up what the last one left. */
  prepare: readonly string[] | null;
  runs: number;
  /** Untimed runs before the first, so that files are in the page cache. */
  warmup: number;
  /** A file that only this timing uses. */
  exportFile: string;
}

interface TimingReport {
  /** One entry per run, in order. */
  seconds: number[];
}

/** Cold starts are skewed and cheap, builds are neither. */
const LEAST_RUNS = { 'cold-start': 10, build: 1 } as const;

/** Uses only flags of hyperfine 1.13 and later (Debian 12 ships 1.15); `-N` is the newest. */
export function hyperfineArguments(plan: TimingPlan): string[] {
  const least = LEAST_RUNS[plan.kind];
  if (plan.runs < least) {
    throw usageError({
      what: `Too few runs for a ${plan.kind === 'build' ? 'build time' : 'cold start'}`,
      where: 'hyperfine › runs',
      expected: `at least ${least}`,
      seen: String(plan.runs),
      next: 'Raise the number in the profile (`coldStarts`, `builds`), or set it to 0 to leave them out',
    });
  }
  return [
    ...['-N', '--style', 'basic', '--warmup', String(plan.warmup), '--runs', String(plan.runs)],
    ...(plan.prepare ? ['--prepare', commandLine(plan.prepare)] : []),
    ...['--export-json', plan.exportFile],
    commandLine(plan.command),
  ];
}

/** `exported` is the text of `plan.exportFile`, or `null` if it is not there. Throws a PitwallError. */
export function parseHyperfine(output: ToolOutput, exported: string | null, plan: TimingPlan): TimingReport {
  const where = `hyperfine › ${excerpt(commandLine(plan.command))}`;
  const words = excerpt(output.stderr.trim() === '' ? output.stdout : output.stderr);
  if (output.signal !== null) {
    throw new PitwallError({
      what: 'hyperfine was stopped before its last run',
      where,
      expected: `${plan.runs} runs`,
      seen: `signal ${output.signal}, after ${words}`,
      next: 'Run it again',
    });
  }
  if (output.exitCode !== 0) {
    const failed = /non-zero exit code|terminated by|Failed to run/i.test(output.stderr);
    throw new PitwallError({
      what: failed ? 'The timed command failed' : 'hyperfine failed',
      where,
      expected: failed ? 'exit code 0 from the command in each run' : 'exit code 0 from hyperfine',
      seen: `exit code ${output.exitCode} from hyperfine, ${words}`,
      next: 'Run the command by hand and read its output',
    });
  }
  const seconds = readTimes(exported);
  if (seconds?.length !== plan.runs) {
    throw new PitwallError({
      what: 'The export of hyperfine is incomplete',
      where,
      expected: `JSON with one result of ${plan.runs} times`,
      seen: seconds ? `${seconds.length} times` : exported === null ? 'no file' : excerpt(exported),
      next: 'Run it again; if it fails again, run the command by hand and inspect the file',
    });
  }
  return { seconds };
}

const exportSchema = z.object({
  results: z.tuple([z.object({ times: z.array(z.number().positive()) })]),
});

function readTimes(exported: string | null): number[] | null {
  try {
    return exportSchema.parse(JSON.parse(exported ?? '')).results[0].times;
  } catch {
    return null;
  }
}

/** hyperfine takes a command as one text and splits it as a shell would, without running one. */
function commandLine(command: readonly string[]): string {
  return command.map(shellWord).join(' ');
}
