import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Target } from '../../model/index.ts';
import { shellWord } from '../../process/shell-word.ts';
import { fileNameOf } from '../build-record.ts';
import type { TimedCommand } from '../launcher.ts';
import { sharedFolder } from '../server-environment.ts';
import { buildEnvironment } from '../toolchains.ts';

interface CleanBuildContext {
  cache: string;
  path: string;
}

/**
 * A build from the sources alone, in a copy of them: the target's own artifact stays as it is, for it is what is
 * measured. The copy lies in `targets/` beside its own `shared/`, as the original does. What a toolchain keeps
 * compiled outside of the folder (Go does) goes into a folder that is emptied, too; what it downloads (crates,
 * modules, Maven's and npm's caches) stays, or the network would be timed.
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
      // Both ask the registry for things that are no part of a build.
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    },
    folder,
    close: () => rmSync(scratch, { recursive: true, force: true }),
  };
}
