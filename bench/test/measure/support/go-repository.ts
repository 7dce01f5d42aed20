import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { writeTemplate } from '../../../src/catalog/template.ts';
import { repository as thisRepository } from '../../../src/util/repository.ts';
import { setVariables } from '../../process/environment.ts';
import { type GoProxy, startGoProxy, useModule } from './go-proxy.ts';
import { type MadeRepository, makeRepository } from './repository.ts';

/** A checkout with the target `go/busy`, whose framework is the made-up module of a made-up registry. */
export interface GoRepository {
  made: MadeRepository;
  registry: GoProxy;
  remove(): Promise<void>;
}

/** @param releases of which the first one is in the lock file */
export async function makeGoRepository(releases: GoProxy['releases']): Promise<GoRepository> {
  const registry = await startGoProxy(releases);
  const made = makeRepository();
  const { root, targets } = made.repository;
  const modules = join(root, 'state/go-modules');
  // What pins versions and builds targets asks the registry that the environment names.
  const restore = setVariables(registry.environment(modules));
  for (const path of ['bench/templates/go', 'targets/CONTRACT.md'])
    cpSync(join(thisRepository.root, path), join(root, path), { recursive: true });
  writeTemplate(made.repository, { id: 'go/busy', language: 'go', framework: 'Busy', maintainers: [] });
  await useModule(join(targets, 'go/busy'), registry, releases[0]?.version ?? '', modules);
  return {
    made,
    registry,
    async remove() {
      restore();
      made.remove();
      await registry.close();
    },
  };
}
