import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../events/', import.meta.url));

/** A payload with the fields that GitHub documents for the event. */
export function readEventFixture(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Record<string, unknown>;
}

/** A payload of pull request 7 of a fork, as GitHub has it for these commits. */
export function pullPayload(head: string, base: string): { pull_request: object } {
  const { pull_request: pull } = readEventFixture('pull-request-from-fork') as {
    pull_request: { head: object; base: object };
  };
  return { pull_request: { ...pull, head: { ...pull.head, sha: head }, base: { ...pull.base, sha: base } } };
}
