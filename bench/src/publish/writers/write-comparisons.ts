import { join } from 'node:path';
import {
  type Comparison,
  type Replay,
  type ReplayData,
  releasesDataSchema,
  replayDataSchema,
  type SiteIndex,
  type Target,
  verdictDataSchema,
} from '../../model/index.ts';
import { readSoundReleases } from '../../results/judgement.ts';
import { PUBLISHED } from '../../results/published.ts';
import { releaseFiles } from '../../results/release-store.ts';
import { releasesData } from '../data/releases-data.ts';
import { replayData } from '../data/replay-data.ts';
import { verdictData, verdictSummary } from '../data/verdict-data.ts';
import type { KnownRun } from '../incremental/reduced-run.ts';
import type { Publication } from './publication.ts';

/** Writes each comparison with its verdict; returns them for the index. */
export async function writeVerdicts(
  { write, resultsFolder }: Publication,
  comparisons: readonly Comparison[],
): Promise<SiteIndex['verdicts']> {
  const all = comparisons.toReversed();
  const summaries: SiteIndex['verdicts'] = [];
  for (const comparison of all) {
    const data = verdictDataSchema.parse(verdictData(comparison));
    await write.json(`verdicts/${data.machine}/${data.id}.json`, data);
    await write.copy('comparison', data.file, join(resultsFolder, data.file));
    summaries.push(verdictSummary(data));
  }
  return summaries;
}

/** Writes the histories of releases; their files are downloads, from which anybody can compute them again. */
export async function writeReleases(
  { write, resultsFolder }: Publication,
  targets: readonly Target[],
): Promise<SiteIndex['releases']> {
  const stored = readSoundReleases(resultsFolder);
  const nameOf = (id: string) => targets.find((target) => target.id === id)?.manifest.name;
  const data = releasesDataSchema.parse(releasesData(stored, nameOf));
  await write.json('releases.json', data);
  for (const file of stored.length > 0 ? releaseFiles(resultsFolder) : []) {
    await write.copy('release', file, join(resultsFolder, file));
  }
  return [...new Set(data.histories.map(({ target }) => target))];
}

/** Writes each study with its replays, for the pages and, together with its own figures, as downloads. */
export async function writeReplays(
  { write, cache, reduced, resultsFolder }: Publication,
  runs: readonly KnownRun[],
  replays: readonly Replay[],
): Promise<ReplayData[]> {
  const byStudy = [...Map.groupBy(replays, ({ study }) => study).values()];
  const studies: ReplayData[] = [];
  for (const versions of byStudy) {
    const own = runs.filter(({ run }) => versions.some(({ name }) => name === run.replay?.name));
    const digests = [JSON.stringify(versions), ...own.map(({ digest }) => digest)];
    const data = cache.get('replay', digests, () =>
      replayDataSchema.parse(
        replayData(
          versions,
          own.map((run) => reduced.parse(run)),
        ),
      ),
    );
    await write.json(`replays/${data.study}.json`, data);
    await write.download('replay', `replays/${data.study}.json`, `${JSON.stringify(data, null, 1)}\n`);
    const file = `${PUBLISHED}/${data.study}.json`;
    await write.copy('published', file, join(resultsFolder, file));
    studies.push(data);
  }
  return studies;
}
