import { readdirSync } from 'node:fs';
import { isMap, isNode, isScalar, isSeq, LineCounter, parse, parseDocument } from 'yaml';
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
  text: string;
}

export const FIX_FILE = 'Fix the file, then run the command again';

/** Returns the names of the YAML files in a folder, in order and without their extension. */
export function yamlNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

/** Parses a file; throws a PitwallError if it is not YAML. */
export function parseYaml({ file, subject, text }: YamlFile): unknown {
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
  { file, subject, text }: YamlFile,
  keys: readonly string[],
): z.output<Schema> {
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  throw schemaError(parsed.error.issues, document, {
    what: `The ${subject} is invalid`,
    where: file,
    next: FIX_FILE,
    known: keys,
    lineOf: lineFinder(text),
  });
}

/**
 * Returns a function that gives the line of a key or of a list's entry, such as `scenarios.3` or `process.build`; of a
 * missing one, that of what it would be in. `null` at the root.
 */
export function lineFinder(text: string): (path: readonly PropertyKey[]) => number | null {
  const lines = new LineCounter();
  // Once: a file may have a thousand mistakes.
  const { contents } = parseDocument(text, { lineCounter: lines });
  return (path) => {
    let node: unknown = contents;
    let offset: number | null = null;
    for (const part of path) {
      const pair = isMap(node)
        ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part))
        : undefined;
      const value = isSeq(node) ? node.items[Number(part)] : pair?.value;
      const start = pair?.key ?? value;
      if (!isNode(start) || !start.range) break;
      offset = start.range[0];
      node = value;
    }
    return offset === null ? null : lines.linePos(offset).line;
  };
}
