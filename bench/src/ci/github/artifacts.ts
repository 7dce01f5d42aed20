import { z } from 'zod';
import type { GitHub } from './github.ts';

const artifactsSchema = z.object({
  artifacts: z.array(
    z.object({
      id: z.number().int().positive(),
      name: z.string(),
      size_in_bytes: z.number().int().nonnegative(),
      expired: z.boolean(),
    }),
  ),
});
/** What a run of a workflow left behind; nothing of an expired one can be fetched any more. */
type Artifact = z.output<typeof artifactsSchema>['artifacts'][number];

/**
 * Returns the artifacts of a run, those of its earlier attempts included. No run that is asked about leaves more than a
 * page of them.
 */
export async function artifactsOf(github: GitHub, run: number | string): Promise<Artifact[]> {
  const path = `/repos/${github.repository}/actions/runs/${run}/artifacts?per_page=100`;
  return (await github.get(path, artifactsSchema)).artifacts;
}
