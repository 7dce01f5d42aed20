import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { loaderFault } from '../load/loaders.ts';
import { arrivalOf, type Profile, profileSchema } from '../model/index.ts';
import type { Repository } from '../util/repository.ts';
import { unknownName } from '../util/usage-errors.ts';
import { fittedTo, parseYaml, yamlNames } from './yaml-files.ts';

/** Adds a check of the loaders, which the schema does not know. */
const checkedProfile = profileSchema.superRefine(({ loadShapes }, context) => {
  loadShapes.forEach((shape, index) => {
    const arrival = arrivalOf(shape);
    const fault = loaderFault(shape.loader, arrival);
    if (!fault) return;
    const part = fault.isUnknown ? 'loader' : PART_OF_ARRIVAL[arrival];
    context.addIssue({ code: 'custom', path: ['loadShapes', index, part], message: fault.expected });
  });
});

/** The key of a load shape that determines each arrival. */
const PART_OF_ARRIVAL = { closed: 'loader', rate: 'rate', count: 'requests' } as const;

export function profileNames(repository: Repository): string[] {
  return yamlNames(repository.profiles);
}

/** Reads `bench/profiles/<name>.yaml`; throws a PitwallError if it is missing or invalid. */
export function readProfile(repository: Repository, name: string): Profile {
  const path = join(repository.profiles, `${name}.yaml`);
  if (!profileNames(repository).includes(name) || !existsSync(path)) {
    throw unknownName('profile', name, profileNames(repository), {
      where: `--profile ${name}`,
      next: 'Profiles are the files in bench/profiles',
    });
  }
  const text = readFileSync(path, 'utf8');
  const read = { file: relative(repository.root, path), subject: 'profile', text };
  const value = { name, ...(parseYaml(read) as object) };
  return fittedTo(checkedProfile, value, read, Object.keys(profileSchema.shape));
}
