import type { TargetVariant } from '../../catalog/targets.ts';
import { machineSuffix } from '../../machine/machine.ts';
import type { Profile } from '../../model/index.ts';
import type { RunResult } from '../../results/read-results.ts';
import type { Plan } from '../plan.ts';
import { divideIntoJobs, hoursOf, minutesFor } from './divide.ts';
import { unfinishedRuns } from './unfinished.ts';

/** The targets of a runner, and what their job has to know of it. */
export type MeasuredShard = Plan['shards'][number] & {
  /** Whether the runner is a pinned machine. */
  pinned: boolean;
  /** Targets by the commit with which they are compared after a push: `<commit>:go/gin,go/elton`. */
  since: string;
  /** Names of the planned profiles that its targets lack; `null` for all of them. */
  profiles: readonly string[] | null;
};

/** One job of `bench.yml`: an entry of its matrix. */
export interface MeasuringJob {
  /** Unique among the jobs of a plan; part of the artifact's name. */
  name: string;
  runner: string;
  /** Distinguishes machines of one model; empty if there is one runner. */
  machine: string;
  pinned: boolean;
  since: string;
  targets: string[];
  profiles: string[];
  /** Folder below `results/` of the run that the job continues; `null` if it begins new runs. */
  resume: string | null;
  /** What the job checks out. An unfinished run is continued by the harness and the targets that began it. */
  ref: string;
  /** Minutes that the measurements may take. */
  minutes: number;
  /** About how long they take, in words, for people. */
  estimate: string;
}

interface JobsQuestion {
  runners: readonly string[];
  /** The names that recorded machines were given, by their ids. */
  names: ReadonlyMap<string, string>;
  shards: readonly MeasuredShard[];
  profiles: readonly Profile[];
  targetVariantsOf(targets: readonly string[]): TargetVariant[];
  /** All committed runs. */
  runs: readonly RunResult[];
  /** Whether the commit is part of main's history, so that a job may check it out. */
  isOnMain(commit: string): Promise<boolean>;
  /** True to begin nothing new. */
  onlyUnfinished: boolean;
  now: Date;
}

/** Plans the jobs of a measurement: first those that continue unfinished runs, then new ones that fit their job. */
export async function planJobs(question: JobsQuestion): Promise<MeasuringJob[]> {
  const { runners, names, shards, profiles, targetVariantsOf, runs, isOnMain, onlyUnfinished, now } =
    question;
  const jobs: MeasuringJob[] = [];
  const machineOf = (runner: string): string => (runners.length > 1 ? machineSuffix(runner) : '');
  for (const { runner, folder, commit, done, blocks } of unfinishedRuns(
    runs,
    (machine) => homeOf(machine, runners, names),
    now,
  )) {
    if (!(await isOnMain(commit))) continue;
    jobs.push({
      name: nameFor(jobs, `${runner}-resumed`),
      runner,
      machine: machineOf(runner),
      // Only runs of pinned machines are continued.
      pinned: true,
      since: '',
      targets: [],
      profiles: [],
      resume: folder,
      ref: commit,
      minutes: minutesFor(runner),
      estimate: `${blocks - done} of ${blocks} blocks`,
    });
  }
  for (const shard of onlyUnfinished ? [] : shards) {
    const { runner, machine, targets, pinned, since } = shard;
    const lacking = profilesFor(shard, profiles);
    for (const [index, part] of divideIntoJobs(lacking, targetVariantsOf(targets), runner).entries()) {
      jobs.push({
        name: nameFor(jobs, runner),
        runner,
        machine,
        pinned,
        // Once is enough.
        since: index === 0 ? since : '',
        targets,
        profiles: part.profiles,
        resume: null,
        ref: 'main',
        minutes: minutesFor(runner),
        estimate: hoursOf(part.seconds),
      });
    }
  }
  return jobs;
}

/** Returns the profiles that the targets of a shard are to be measured by. */
export function profilesFor(shard: MeasuredShard, profiles: readonly Profile[]): Profile[] {
  return profiles.filter(({ name }) => shard.profiles === null || shard.profiles.includes(name));
}

/** Returns the entries of a matrix: GitHub passes on text and numbers only. */
export function matrixOfJobs(jobs: readonly MeasuringJob[]): Record<string, string | number | boolean>[] {
  return jobs.map(({ targets, profiles, resume, estimate: _estimate, ...rest }) => ({
    ...rest,
    targets: targets.join(' '),
    profiles: profiles.join(' '),
    resume: resume ?? '',
  }));
}

/** A single runner is taken to be the machine of every run; the job itself checks whether it is. */
function homeOf(
  machine: string,
  runners: readonly string[],
  names: ReadonlyMap<string, string>,
): string | null {
  const [only] = runners;
  if (only !== undefined && runners.length === 1) return only;
  const name = names.get(machine);
  return runners.find((runner) => machineSuffix(runner) === name) ?? null;
}

function nameFor(jobs: readonly MeasuringJob[], wanted: string): string {
  const taken = jobs.map(({ name }) => name);
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.includes(name)) return name;
  }
}
