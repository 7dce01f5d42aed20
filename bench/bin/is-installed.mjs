import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether node_modules holds what the lock file pins, whoever installed it: npm records there what it has put in
 * place. An optional package may be missing, because most of them are for other platforms.
 *
 * @param {string} root the checkout
 */
export function isInstalled(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const there = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null || there === null) return false;
  // Optional as well, but nothing runs without it where an older Node is the system's.
  const pinnedNode = `node_modules/node-${process.platform}-${process.arch}`;
  const isThere = ([path, entry]) => {
    const found = there[path];
    if (found === undefined) return Boolean(entry.optional || entry.devOptional) && path !== pinnedNode;
    return found.version === entry.version && found.integrity === entry.integrity;
  };
  return Object.entries(wanted).every((entry) => entry[0] === '' || isThere(entry));
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
}
