import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../model/index.ts';

/** Which version of each scenario the contract beside a target has: `null` text counts as none at all. */
export function scenarioVersionsAt(target: Target): Map<string, number> {
  const file = join(target.folder, '../../CONTRACT.md');
  return existsSync(file) ? scenarioVersionsIn(readFileSync(file, 'utf8')) : new Map();
}

/** From the table that is made from the definitions: "| `json` | 1 | `GET /json` | …". */
export function scenarioVersionsIn(contract: string): Map<string, number> {
  const rows = contract.matchAll(/^\| `([a-z0-9-]+)` \| (\d+) \|/gm);
  return new Map([...rows].map(([, id = '', version]) => [id, Number(version)]));
}
