import { sourceFiles } from '../catalog/source-files.ts';
import { SITE_DATA_SCHEMA_VERSION, type SourceData, type Target } from '../model/index.ts';
import { revisionOf } from '../process/git.ts';

/** The source of a target in this checkout, with the commit that it is of if it has not changed since. */
export async function sourceData(target: Target): Promise<SourceData> {
  const { commit, modified } = await revisionOf(target.folder, '.');
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    target: target.id,
    commit: modified ? null : commit,
    files: sourceFiles(target.folder),
  };
}
