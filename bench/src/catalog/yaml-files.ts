import { readdirSync } from 'node:fs';
import { parse } from 'yaml';
import type { z } from 'zod';
import { messageOf } from '../util/errors.ts';
import { schemaError } from '../util/schema-errors.ts';
import { usageError } from '../util/usage-errors.ts';

/** A YAML file of this repository, as errors name it. */
interface YamlFile {
  /** Path below the repository. */
  file: string;
  /** `profile`: what the file is. */
  subject: string;
}

export const FIX_FILE = 'Fix the file, then run the command again';

/** Returns the names of the YAML files in a folder, in order and without their extension. */
export function yamlNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

/** Parses the text of a file; throws a PitwallError if it is not YAML. */
export function parseYaml(text: string, { file, subject }: YamlFile): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw usageError({
      what: `The ${subject} is not YAML`,
      where: file,
      expected: 'a YAML document',
      seen: messageOf(error).split('\n')[0] ?? '',
      next: FIX_FILE,
    });
  }
}

/**
 * Returns a document as its schema has it; throws a PitwallError that names what does not fit.
 *
 * @param keys names to suggest for an unknown key
 */
export function fittedTo<Schema extends z.ZodType>(
  schema: Schema,
  document: unknown,
  { file, subject }: YamlFile,
  keys: readonly string[],
): z.output<Schema> {
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  throw schemaError(file, `The ${subject} is invalid`, parsed.error.issues, document, FIX_FILE, keys);
}
