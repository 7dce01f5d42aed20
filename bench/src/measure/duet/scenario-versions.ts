import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../model/index.ts';

/** Returns the version of each scenario in the contract beside a target; empty without a contract. */
export function scenarioVersionsAt(target: Target): Map<string, number> {
  const file = join(target.folder, '../../CONTRACT.md');
  return existsSync(file) ? scenarioVersionsIn(readFileSync(file, 'utf8')) : new Map();
}

/** Reads the table that is generated from the definitions: "| `json` | 1 | `GET /json` | …". */
export function scenarioVersionsIn(contract: string): Map<string, number> {
  const rows = contract.matchAll(/^\| `([a-z0-9-]+)` \| (\d+) \|/gm);
  return new Map([...rows].map(([, id = '', version]) => [id, Number(version)]));
}
