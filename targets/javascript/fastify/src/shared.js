import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of json-large: 100 lines of the shared sentence. */
export function readContent(sharedDir) {
  const sentence = readFileSync(join(sharedDir, 'sentence.txt'), 'utf8').trimEnd();
  return Array(100).fill(sentence).join('\n');
}

/** The assets by their id as a path spells it: a path that is not a number finds none. */
export function readAssets(sharedDir) {
  const assets = JSON.parse(readFileSync(join(sharedDir, 'assets.json'), 'utf8'));
  return new Map(assets.map((asset) => [String(asset.id), asset]));
}
