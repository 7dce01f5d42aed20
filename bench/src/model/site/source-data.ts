import { z } from 'zod';
import { runSchema, targetId } from '../run.ts';
import { count } from '../units.ts';
import { siteVersion } from './site-version.ts';

/** Longest source file that the site shows, in bytes. */
export const MOST_SOURCE_BYTES = 32 * 1024;
/** Most bytes of all shown source files of a target together. */
export const MOST_SOURCES_BYTES = 160 * 1024;
/** Most files of a target that are named. */
export const MOST_SOURCE_FILES = 100;

/** Why a file is named without its text. */
const sourceReasons = ['lock-file', 'too-large', 'not-text', 'enough'] as const;

const sourceFileSchema = z
  .strictObject({
    /** Below the folder of the target, with slashes. */
    path: z.string().min(1).max(300),
    sizeBytes: count,
    text: z.string().max(MOST_SOURCE_BYTES).nullable(),
    /** `null` if the text is there. */
    leftOut: z.enum(sourceReasons).nullable(),
  })
  .refine(({ text, leftOut }) => (text === null) !== (leftOut === null), 'a text, or why there is none');
export type SourceFile = z.infer<typeof sourceFileSchema>;

/** Source of a target as the checkout had it when the site's data were written. */
export const sourceDataSchema = z.strictObject({
  schemaVersion: siteVersion,
  target: targetId,
  /** The last commit that touched its folder; `null` outside git, or if the folder differs from it. */
  commit: runSchema.shape.commit,
  files: z.array(sourceFileSchema).max(MOST_SOURCE_FILES),
});
export type SourceData = z.infer<typeof sourceDataSchema>;
