import {
  type CanaryCosts,
  type DiffData,
  hasBlocks,
  type MetricId,
  metricOf,
  plannedBlocksOf,
  putsLoad,
  type Run,
  type RunData,
  scenarioIds,
  warmedTogether,
} from '@pitwall/bench/model';
import { inSentence, runOptions } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import type { Names } from '../page/names.ts';

/** Returns the facts on the page of a run, as names and values. */
export function namedFacts({ run, canary }: RunData, messages: Messages): { name: string; value: string }[] {
  const text = messages.run;
  const { facts } = text;
  const { profile, processors, time } = run;
  const processorList = (numbers: readonly number[]): string =>
    numbers.length > 0 ? messages.list(numbers.map(String)) : facts.none;
  return [
    {
      name: facts.commit,
      value: `${run.commit ?? messages.framework.identity.unknownCommit}${run.modified ? messages.comma + messages.framework.identity.modified : ''}`,
    },
    { name: facts.profile, value: profile.name },
    { name: facts.command, value: commandOf(run) },
    { name: facts.launcher, value: facts.launchers[run.launcher] },
    { name: facts.seed, value: String(run.seed) },
    ...measuringFacts(run, messages),
    { name: facts.coldStarts, value: profile.coldStarts === 0 ? facts.none : String(profile.coldStarts) },
    { name: facts.builds, value: profile.builds ? String(profile.builds) : facts.none },
    {
      name: facts.scenarios,
      value: messages.list(profile.scenarios.map((id) => messages.scenarioTitle(id))),
    },
    ...(!putsLoad(profile)
      ? []
      : [
          {
            name: facts.shapes,
            value: profile.loadShapes.map(messages.describeShape).join(messages.semicolon),
          },
        ]),
    {
      name: facts.processors,
      value: `${facts.processorsText(processorList(processors.server), processorList(processors.database), processorList(processors.loader))}${messages.semicolon}${processors.pinned ? facts.pinned : facts.notPinned}`,
    },
    {
      name: facts.tools,
      value:
        run.tools
          .map(({ name, version }) =>
            version === null ? name + messages.inBrackets(facts.toolMissing) : `${name} ${version}`,
          )
          .join(messages.comma) || facts.none,
    },
    {
      name: facts.databases,
      value:
        run.databases
          .map(
            (database) =>
              messages.databaseName(database) + messages.comma + facts.providers[database.provider],
          )
          .join(messages.semicolon) || facts.none,
    },
    ...(canary ? [{ name: facts.canary, value: canaryText(canary, messages) }] : []),
    ...(!putsLoad(profile) ? [] : [{ name: facts.time, value: timeText(time, messages) }]),
  ];
}

function timeText(time: Run['time'], messages: Messages): string {
  const { facts } = messages.run;
  const { duration } = messages.format;
  return time
    ? facts.timeText(duration(time.wallSeconds), duration(time.loadSeconds), duration(time.measuredSeconds))
    : facts.timeUnknown;
}

function canaryText(canary: CanaryCosts, messages: Messages): string {
  const said = (nanoseconds: number): string => messages.format.figure('seconds', nanoseconds / 1e9);
  return messages.run.facts.canaryText({
    target: canary.target,
    median: said(canary.medianNanoseconds),
    low: said(canary.lowNanoseconds),
    high: said(canary.highNanoseconds),
    loads: canary.loads,
  });
}

/** The command that makes the run again, from a checkout of its commit. */
function commandOf(run: Run): string {
  return run.replay
    ? `npm run bench -- replay ${run.replay.name}`
    : `npm run bench -- run ${runOptions(run)}`;
}

/** Whether a target variant of a run has figures: others were asked for, but left out, or they failed. */
export function isMeasured({ state }: Pick<RunData['targets'][number], 'state'>): boolean {
  return state?.step === 'measured';
}

/** Whether a run is among those that the page of any two runs offers, by the rule for what publish writes for it. */
export function canBeCompared({ run, targets }: Pick<RunData, 'run' | 'targets'>): boolean {
  return (
    run.finishedAt !== null && run.replay === undefined && putsLoad(run.profile) && targets.some(isMeasured)
  );
}

/** Says what a run did, from the run itself: the description of its profile may promise something else. */
export function runSummary(
  { run: { profile, blocks, time }, targets }: Pick<RunData, 'run' | 'targets'>,
  messages: Messages,
): string {
  const measured = targets.filter(isMeasured).length;
  if (!putsLoad(profile)) {
    const { coldStarts, builds = 0 } = profile;
    return messages.run.summaryOfTimes({ coldStarts, builds, targets: measured });
  }
  return messages.run.summary({
    starts: hasBlocks(profile) ? (blocks?.length ?? 0) : profile.rounds,
    targets: measured,
    scenarios: profile.scenarios.length,
    time: time === null ? null : messages.format.duration(time.wallSeconds),
  });
}

/** Describes blocks, slices and cycles; or rounds, in runs from before there were blocks. Nothing without a load. */
export function measuringFacts(run: Run, messages: Messages): { name: string; value: string }[] {
  const { profile, blocks } = run;
  const { facts } = messages.run;
  // Loads of a replay are as long as those of its study, which their shapes say; then no load has the profile's length.
  const hasOwn = profile.loadShapes.every((shape) => 'requests' in shape || shape.seconds !== undefined);
  if (!hasBlocks(profile)) {
    const { minSlices, maxSlices, sliceSeconds, toleranceRatio } = profile.warmup;
    return [
      { name: facts.rounds, value: String(profile.rounds) },
      ...(hasOwn ? [] : [{ name: facts.measure, value: facts.measureText(profile.measureSeconds) }]),
      {
        name: facts.warmup,
        value: facts.warmupText({
          min: minSlices,
          max: maxSlices,
          slice: sliceSeconds,
          tolerance: Number((toleranceRatio * 100).toPrecision(3)),
        }),
      },
    ];
  }
  if (!putsLoad(profile)) return [];
  const together = warmedTogether(
    profile,
    scenarioIds.filter((id) => profile.scenarios.includes(id)),
  );
  const { sliceSeconds, rateSliceSeconds, longerSlices = {}, cycles, minutes, warmup } = profile;
  return [
    {
      name: facts.blocks,
      value: facts.blocksText(blocks?.length ?? 0, plannedBlocksOf(run) ?? profile.blocks),
    },
    ...(hasOwn
      ? []
      : [
          {
            name: facts.slices,
            value: facts.slicesText({
              seconds: sliceSeconds,
              rateSeconds: rateSliceSeconds ?? null,
              longest: Object.keys(longerSlices).length > 0 ? Math.max(...Object.values(longerSlices)) : null,
              cycles,
              timed: minutes !== undefined,
            }),
          },
        ]),
    ...(minutes === undefined
      ? []
      : [{ name: facts.blockTime, value: messages.format.duration(minutes * 60) }]),
    {
      name: facts.warmup,
      value: facts.warmupBound(warmup.maxSeconds, warmup.otherwise === 'leave-out'),
    },
    ...(together.length === 0
      ? []
      : [
          {
            name: facts.together,
            value: messages.list(together.map((id) => messages.scenarioTitle(id))),
          },
        ]),
  ];
}

/** Returns one figure per target and scenario of a run, in one format; `null` if the run has none. */
export function glanceView({ glance }: RunData, messages: Messages, names: Names) {
  if (glance === null) return null;
  const medians = glance.rows.flatMap(({ estimates }) => estimates.flatMap((found) => found?.median ?? []));
  return {
    ...glance,
    format: messages.format.column(metricOf(glance.metric).unit, medians),
    rows: glance.rows.map((row) => ({ ...row, title: names(row) })),
  };
}

/** Names what changed: the commit, a tool, a database or the version of a target. */
export function changedName({ kind, of }: DiffData['changed'][number], { run: { diff } }: Messages): string {
  return kind === 'commit' ? diff.commit : diff[kind](of ?? '');
}

/** `Throughput 5 %, Latency p99 10 %` */
export function thresholdsText({ thresholds }: DiffData, messages: Messages): string {
  const parts = (Object.entries(thresholds) as [MetricId, number][]).map(
    ([metric, share]) => `${messages.metricTitles[metric]} ${messages.format.percent(share)}`,
  );
  return messages.list(parts);
}

/** What a run changed against the one before it, in two sentences: its figures, and what else is different. */
export function diffSentence(
  { before, after, counts, cells, changed }: DiffData,
  profile: string,
  messages: Messages,
): { figures: string; meanwhile: string } {
  const { changes, format } = messages;
  const kinds = [...new Set(changed.map((fact) => inSentence(changedName(fact, messages))))];
  return {
    figures: changes.runSentence({
      after: format.dayAndTime(after.startedAt),
      before: format.dayAndTime(before.startedAt),
      profile,
      worse: counts.worse,
      better: counts.better,
      figures: cells,
    }),
    meanwhile: kinds.length === 0 ? changes.nothingMeanwhile : changes.meanwhile(messages.list(kinds)),
  };
}
