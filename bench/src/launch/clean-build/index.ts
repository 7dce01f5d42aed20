import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Target } from '../../model/index.ts';
import { shellWord } from '../../util/text.ts';
import { fileNameOf } from '../build/record.ts';
import type { TimedCommand } from '../launcher.ts';
import { sharedFolder } from '../server-environment.ts';
import { buildEnvironment } from '../toolchains.ts';

interface CleanBuildContext {
  cache: string;
  path: string;
}

/**
 * Builds a copy of the sources alone, so that the target's own artifact, which is measured, stays as it is.
 * The copy is in `targets/` beside its own `shared/`, like the original. What a toolchain keeps compiled
 * outside of the folder (as Go does) goes into a folder that is emptied too. Downloads (crates, modules,
 * Maven's, npm's and pip's caches) stay, or the network would be timed.
 */
export function cleanBuildCommand(
  target: Target,
  { cache, path }: CleanBuildContext,
): (TimedCommand & { folder: string; close(): void }) | null {
  const { build } = target.manifest.process;
  if (build.length === 0) return null;
  mkdirSync(join(cache, 'clean-builds'), { recursive: true });
  const scratch = mkdtempSync(join(cache, 'clean-builds', `${fileNameOf(target)}-`));
  const folder = join(scratch, 'targets', ...target.id.split('/'));
  const compiled = join(scratch, 'compiled');
  for (const made of [folder, compiled]) mkdirSync(made, { recursive: true });
  const [only] = build;
  return {
    command:
      build.length === 1 && only
        ? [...only]
        : ['sh', '-e', '-c', build.map((step) => step.map(shellWord).join(' ')).join('\n')],
    prepare: [
      ...[process.execPath, fileURLToPath(new URL('sources-only.ts', import.meta.url))],
      ...[target.folder, folder],
      ...[sharedFolder(target), join(scratch, 'targets', 'shared')],
      compiled,
    ],
    environment: {
      ...buildEnvironment(path),
      GOCACHE: join(compiled, 'go'),
      // These query the registry for things that are not part of a build.
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
    },
    folder,
    close: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
