import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Asset {
  id: number;
  name: string;
  desc: string;
}

/** The text of json-large: 100 lines of the shared sentence. */
export function readContent(sharedDir: string): string {
  const sentence = readFileSync(join(sharedDir, 'sentence.txt'), 'utf8').trimEnd();
  return Array(100).fill(sentence).join('\n');
}

/** The assets by their id as a path spells it: a path that is not a number finds none. */
export function readAssets(sharedDir: string): Map<string, Asset> {
  const assets: Asset[] = JSON.parse(readFileSync(join(sharedDir, 'assets.json'), 'utf8'));
  return new Map(assets.map((asset) => [String(asset.id), asset]));
}
