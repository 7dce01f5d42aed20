import { z } from 'zod';
import { closedLoop, type LoadShape, loadShapeId } from '../load-shape.ts';
import { type Profile, profileSchema } from '../profile.ts';
import { identifier, prose } from '../units.ts';
import { type PublishedRow, type PublishedStudy, settingKey } from './replay-study.ts';

/**
 * `bench/replays/<study>.yaml`: how a published study is measured again here. The rows of the study give
 * connections, close or keep-alive and the number of requests; this file gives the rest, and which target
 * represents which system.
 */

/** `go/gin`, `javascript/koa:cluster` */
const targetName = z
  .string()
  .regex(/^[a-z0-9-]+\/[a-z0-9-]+(?::[a-z0-9-]+)?$/, 'language/framework[:variant]');

export const shortcomingKinds = [
  'shared-machine',
  'closed-loop',
  'racy-counter',
  'wrong-status',
  'different-work',
  'different-bodies',
  'too-short',
  'unlike-settings',
] as const;

export const replayFileSchema = z.strictObject({
  load: z.strictObject({
    loader: closedLoop.shape.loader,
    /** For rows that do not say. */
    connection: z.enum(['keep-alive', 'close']),
    timeoutSeconds: closedLoop.shape.timeoutSeconds,
    /**
     * Duration of the load on each row; by default, a load ends after the number of requests in the study.
     */
    seconds: closedLoop.shape.seconds,
  }),
  /** Fresh starts of each target: enough for a median with an interval, whatever the study had. */
  blocks: z.number().int().min(3).max(30),
  warmup: profileSchema.shape.warmup,
  /** Each system of the study, and the target variant that represents it. */
  systems: z.array(z.strictObject({ system: identifier, target: targetName })).min(1),
  /**
   * Target variants measured beside a system that is not available everywhere; they have rows of their own.
   */
  substitutes: z.array(z.strictObject({ system: identifier, target: targetName, why: prose })).default([]),
  /** Differences between the replay and the study. */
  differences: z.array(prose).min(1),
  /** Known flaws of the study that do not show in its numbers. */
  shortcomings: z.array(z.strictObject({ kind: z.enum(shortcomingKinds), text: prose })),
  /** A smaller version under its own name, for machines that cannot run the whole one. */
  scaled: z
    .strictObject({
      why: prose,
      seconds: z.number().int().min(1).max(600).optional(),
      /** The row's number of requests is divided by this. */
      requestsDivisor: z.number().int().min(2).max(1_000).optional(),
    })
    .optional(),
});
export type ReplayFile = z.infer<typeof replayFileSchema>;

/** A study and how it is replayed: as a whole under its own name, or scaled under another. */
export interface Replay {
  /** `2023-web-pm`, `2023-web-pm-scaled`: also the name of the run's profile. */
  name: string;
  /** `results/published/<study>.json`, `bench/replays/<study>.yaml` */
  study: string;
  published: PublishedStudy;
  file: ReplayFile;
  scaled: boolean;
}

/** Cells that a run measures for a replay, instead of every target in every scenario under every shape. */
export const replayOfRunSchema = z.strictObject({
  study: identifier,
  name: identifier,
  cells: z
    .array(
      z.strictObject({
        target: targetName,
        scenario: profileSchema.shape.scenarios.element,
        loadShapeId: identifier,
      }),
    )
    .min(1),
});
export type ReplayOfRun = z.infer<typeof replayOfRunSchema>;

/** The versions of a study's replay: never two under one name. */
export function replaysOf(study: string, published: PublishedStudy, file: ReplayFile): Replay[] {
  const whole: Replay = { name: study, study, published, file, scaled: false };
  return file.scaled ? [whole, { ...whole, name: `${study}-scaled`, scaled: true }] : [whole];
}

/** Finds errors of a replay that its schema cannot: names that the study does not have. */
export function replayFaults(published: PublishedStudy, file: ReplayFile): string[] {
  const known = Object.keys(published.systems);
  const named = file.systems.map(({ system }) => system);
  return [
    ...known.filter((system) => !named.includes(system)).map((system) => `no target represents ${system}`),
    ...named.filter((system) => !known.includes(system)).map((system) => `the study has no system ${system}`),
    ...named
      .filter((system, index) => named.indexOf(system) !== index)
      .map((system) => `${system} is listed twice`),
    ...file.substitutes
      .filter(({ system }) => !known.includes(system))
      .map(({ system }) => `a substitute for ${system}, which the study does not have`),
    ...(file.load.seconds === undefined
      ? published.rows
          .filter(({ requests }) => requests === undefined)
          .map((row) => `${row.system} ${settingKey(row)} has no number of requests`)
      : []),
  ];
}

/** The load on one row of the study. */
export function replayShape({ file, scaled }: Replay, row: PublishedRow): LoadShape {
  const { load } = file;
  const shared = {
    loader: load.loader,
    connections: row.connections,
    connection: row.connection ?? load.connection,
    ...(load.timeoutSeconds !== undefined && { timeoutSeconds: load.timeoutSeconds }),
  };
  const scale = scaled ? file.scaled : undefined;
  if (load.seconds !== undefined) return { ...shared, seconds: scale?.seconds ?? load.seconds };
  const requests = Math.max(1, Math.round((row.requests ?? 1) / (scale?.requestsDivisor ?? 1)));
  return { ...shared, requests };
}

/** The target variant of a system, and those that are measured beside it. */
export function targetsFor({ file }: Replay, system: string): { target: string; substitute: boolean }[] {
  const of = (list: readonly { system: string; target: string }[], substitute: boolean) =>
    list.filter((entry) => entry.system === system).map(({ target }) => ({ target, substitute }));
  return [...of(file.systems, false), ...of(file.substitutes, true)];
}

export function replayTargets(replay: Replay): string[] {
  const named = [...replay.file.systems, ...replay.file.substitutes].map(({ target }) => target);
  return [...new Set(named)];
}

/** The replay as a run's profile. */
export function replayProfile(replay: Replay): Profile {
  const { published, file, name, scaled } = replay;
  const shapes = published.rows.map((row) => replayShape(replay, row));
  return profileSchema.parse({
    name,
    description: `Replay of "${published.title}" (${published.date})${scaled ? `, scaled: ${file.scaled?.why}` : ''}`,
    scenarios: [...new Set(published.rows.map(({ scenario }) => scenario))],
    loadShapes: [...new Map(shapes.map((shape) => [loadShapeId(shape), shape])).values()],
    blocks: file.blocks,
    cycles: 1,
    // Each shape has a duration or a number of requests of its own.
    sliceSeconds: file.load.seconds ?? 1,
    warmup: file.warmup,
    coldStarts: 0,
  } satisfies Profile);
}

/** Exactly the rows of the study, with the substitutes beside the systems that they replace. */
export function replayCells(replay: Replay): ReplayOfRun {
  const cells = replay.published.rows.flatMap((row) =>
    targetsFor(replay, row.system).map(({ target }) => ({
      target,
      scenario: row.scenario,
      loadShapeId: loadShapeId(replayShape(replay, row)),
    })),
  );
  return { study: replay.study, name: replay.name, cells };
}
