import { selectVariants, type TargetVariant } from '../../../src/catalog/targets.ts';
import { manifestSchema } from '../../../src/model/index.ts';
import { manifestOf } from './repository.ts';

/** Targets that exist in no folder, for what only reads their manifests. */
export function madeUpVariants(
  names: readonly string[],
  scenariosOf: (name: string) => string[],
  changeOf: (name: string) => object = () => ({}),
): TargetVariant[] {
  return selectVariants(
    names.map((name) => ({
      id: `go/${name}`,
      build: `go/${name}`,
      folder: '/nowhere',
      manifest: manifestSchema.parse({ ...manifestOf(name, scenariosOf(name)), ...changeOf(name) }),
    })),
    [],
  );
}
