import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { loaderFault } from '../load/loaders.ts';
import { arrivalOf, type Profile, profileSchema } from '../model/index.ts';
import { messageOf } from '../util/errors.ts';
import type { Repository } from '../util/repository.ts';
import { schemaError } from '../util/schema-errors.ts';
import { unknownName, usageError } from '../util/usage-errors.ts';

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
  return readdirSync(repository.profiles)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

/** Reads `bench/profiles/<name>.yaml`; throws a PitwallError if it is missing or invalid. */
export function readProfile(repository: Repository, name: string): Profile {
  const path = join(repository.profiles, `${name}.yaml`);
  const file = relative(repository.root, path);
  if (!profileNames(repository).includes(name) || !existsSync(path)) {
    throw unknownName('profile', name, profileNames(repository), {
      where: `--profile ${name}`,
      next: 'Profiles are the files in bench/profiles',
    });
  }
  let value: unknown;
  try {
    value = { name, ...(parse(readFileSync(path, 'utf8')) as object) };
  } catch (error) {
    throw usageError({
      what: 'The profile is not YAML',
      where: file,
      expected: 'a YAML document',
      seen: messageOf(error).split('\n')[0] ?? '',
      next: 'Fix the file, then run the command again',
    });
  }
  const parsed = checkedProfile.safeParse(value);
  if (!parsed.success) {
    throw schemaError(
      file,
      'The profile is invalid',
      parsed.error.issues,
      value,
      'Fix the file, then run the command again',
      Object.keys(profileSchema.shape),
    );
  }
  return parsed.data;
}
