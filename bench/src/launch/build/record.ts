import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Target } from '../../model/index.ts';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import { readJson } from '../../util/json-file.ts';

/** What a build made, and from what, so that the next build can see that nothing changed. */
const buildRecordSchema = z.object({
  /** Hash of sources, shared data, commands and toolchain versions. */
  inputs: z.string(),
  digest: z.string(),
  sizeBytes: z.number(),
  /** `null` if the artifact existed before the first build that this checkout recorded. */
  seconds: z.number().nullable(),
});
type BuildRecord = z.infer<typeof buildRecordSchema>;

/** Returns the path of a build's record. A target of another checkout (a duet's base) has its own. */
export function recordPath(cache: string, kind: string, target: Target): string {
  const folder = createHash('sha256').update(target.folder).digest('hex').slice(0, 8);
  return join(cache, 'builds', `${fileNameOf(target)}-${kind}-${folder}.json`);
}

/** `go-gin`, `kotlin-quarkus-native` */
export function fileNameOf(target: Target): string {
  return target.build.replaceAll(/[/:]/g, '-');
}

/** Also returns `null` if the record is damaged: the target is then built again, which replaces it. */
export function readRecord(path: string): BuildRecord | null {
  if (!existsSync(path)) return null;
  try {
    return readJson(path, buildRecordSchema);
  } catch {
    return null;
  }
}

export function writeRecord(path: string, record: BuildRecord): void {
  writeFileAtomic(path, `${JSON.stringify(record, null, 2)}\n`);
}

export function hashOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
