import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { buildsOf, type TargetVariant } from '../../catalog/targets.ts';
import { baseImagesOf, createLauncher } from '../../launch/index.ts';
import { lockedVersion } from '../../measure/provenance.ts';
import type { Target } from '../../model/index.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { type Command, jsonOption, launcherOption } from '../command.ts';
import { chosenVariants, sinceOptions } from '../measuring/chosen.ts';
import { launcherOf } from '../measuring/session.ts';

export const list: Command = {
  name: 'list',
  summary: 'list the targets with their versions, and what is missing here for each',
  takes: '',
  options: {
    ...launcherOption,
    images: {
      type: 'boolean',
      help: 'print only the images that compose.yaml and Dockerfiles start from, in the order of need',
    },
    ...sinceOptions,
    ...jsonOption,
  },
  async run({ options, repository, terminal }) {
    const { targetVariants } = await chosenVariants(repository, [], options);
    if (options.images) {
      const images = imagesOf(repository, targetVariants);
      terminal.print(options.json ? JSON.stringify(images, null, 2) : images.join('\n'));
      return exitCodes.ok;
    }
    const launcher = createLauncher(launcherOf(options), { repository, pinned: false });
    // Variants of one build have one version.
    const asked = new Map<string, Promise<string | null>>();
    const versionOf = (target: Target): Promise<string | null> => {
      const known = asked.get(target.build) ?? launcher.versionHere?.(target) ?? Promise.resolve(null);
      asked.set(target.build, known);
      return known;
    };
    const rows = [];
    for (const { name, target, variant } of targetVariants) {
      const missing = await launcher.missingFor(target);
      rows.push({
        name,
        description: variant.description,
        language: target.manifest.language,
        kind: target.manifest.kind,
        version: lockedVersion(target) ?? (missing.length === 0 ? await versionOf(target) : null),
        databaseAccess: target.manifest.databaseAccess,
        scenarios: target.manifest.scenarios,
        missing,
      });
    }
    await launcher.close();
    if (options.json) {
      terminal.print(JSON.stringify(rows, null, 2));
      return exitCodes.ok;
    }
    terminal.print(
      terminal.table(
        [
          { title: 'target' },
          { title: 'version' },
          { title: 'language', narrow: { leaveOut: 3 } },
          { title: 'kind', narrow: { leaveOut: 2 } },
          { title: 'scenarios', align: 'right', narrow: { leaveOut: 1 } },
          { title: 'here', narrow: { wrap: 24 } },
        ],
        rows.map((row) => [
          row.name,
          row.version ?? 'known once built',
          row.language,
          row.kind,
          String(row.scenarios.length),
          row.missing.length === 0 ? 'ready' : row.missing.map(({ what }) => what).join(', '),
        ]),
      ),
    );
    for (const next of new Set(rows.flatMap((row) => row.missing.map(({ next }) => next))))
      terminal.note(`next: ${next}`);
    return exitCodes.ok;
  },
};

/**
 * Images that a machine without a registry needs: those of the services that are not built, and then of the targets'
 * builds, in their order.
 */
function imagesOf(repository: Repository, targetVariants: readonly TargetVariant[]): string[] {
  const compose = parse(readFileSync(join(repository.root, 'compose.yaml'), 'utf8')) as {
    services: Record<string, { image?: string; build?: unknown }>;
  };
  const services = Object.values(compose.services).flatMap(({ image, build }) =>
    image && !build && !image.includes('$') ? [image] : [],
  );
  const built = buildsOf(targetVariants).flatMap(baseImagesOf);
  return [...new Set([...services, ...built])];
}
