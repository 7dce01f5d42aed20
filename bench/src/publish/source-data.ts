import { sourceFiles } from '../catalog/source-files.ts';
import { SITE_DATA_SCHEMA_VERSION, type SourceData, type Target } from '../model/index.ts';
import { runGit } from '../process/git.ts';

/** The source of a target in this checkout, with the commit that it is of. */
export async function sourceData(target: Target): Promise<SourceData> {
  return {
    schemaVersion: SITE_DATA_SCHEMA_VERSION,
    target: target.id,
    commit: await commitOf(target.folder),
    files: sourceFiles(target.folder),
  };
}

/** The last commit that touched a folder; `null` outside git, or if the folder differs from it. */
async function commitOf(folder: string): Promise<string | null> {
  const git = async (...words: string[]): Promise<string | null> => {
    const result = await runGit(words, { cwd: folder });
    return result.exitCode === 0 ? result.stdout.trim() : null;
  };
  try {
    const changes = await git('status', '--porcelain', '--', '.');
    return changes === '' ? (await git('rev-list', '-1', 'HEAD', '--', '.')) || null : null;
  } catch {
    // Without git there is no commit.
    return null;
  }
}
