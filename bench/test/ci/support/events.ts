import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../events/', import.meta.url));

/** A payload with the fields that GitHub documents for the event. */
export function readEventFixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Record<string, unknown>;
}
