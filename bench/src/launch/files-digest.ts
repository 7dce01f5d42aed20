import { createHash, type Hash } from 'node:crypto';
import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Target } from '../model/index.ts';

export interface FilesDigest {
  digest: string;
  sizeBytes: number;
}

/** Hashes a file or folder over sorted relative paths and contents: the same bytes give the same digest. */
export function digestFiles(
  path: string,
  leaveOut: (relativePath: string) => boolean = () => false,
): FilesDigest {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const visit = (absolute: string, relativePath: string): void => {
    const stat = lstatSync(absolute);
    if (stat.isDirectory()) {
      for (const name of readdirSync(absolute).sort()) {
        const child = relativePath === '' ? name : `${relativePath}/${name}`;
        if (!leaveOut(child)) visit(join(absolute, name), child);
      }
    } else if (stat.isSymbolicLink()) {
      hash.update(`link\0${relativePath}\0${readlinkSync(absolute)}\0`);
    } else if (stat.isFile()) {
      // The size prevents the end of one file from passing for the name of the next.
      hash.update(`file\0${relativePath}\0${stat.size}\0`);
      addContent(hash, absolute);
      sizeBytes += stat.size;
    }
  };
  visit(path, '');
  return { digest: `sha256:${hash.digest('hex')}`, sizeBytes };
}

/** Returns the absolute paths of what a build makes. */
export function artifactPaths({ folder, manifest }: Target): string[] {
  return [manifest.process.artifact].flat().map((path) => join(folder, path));
}

/**
 * Hashes what a build makes. The digest of a single file or folder is its own, wherever it is; several are
 * distinguished by their names.
 */
export function digestArtifact(target: Target): FilesDigest {
  const paths = artifactPaths(target);
  const [only] = paths;
  if (only !== undefined && paths.length === 1) return digestFiles(only);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (const path of paths) {
    const part = digestFiles(path);
    hash.update(`part\0${relative(target.folder, path)}\0${part.digest}\0`);
    sizeBytes += part.sizeBytes;
  }
  return { digest: `sha256:${hash.digest('hex')}`, sizeBytes };
}

const CHUNK_BYTES = 1024 * 1024;

function addContent(hash: Hash, file: string): void {
  const descriptor = openSync(file, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (let read = readSync(descriptor, chunk); read > 0; read = readSync(descriptor, chunk)) {
      hash.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
}

const OUTPUT_FOLDERS = new Set(['node_modules', 'target', 'build', '.git', '__pycache__']);

/**
 * Returns whether a path is build output, which git ignores too: what git keeps is a source, whatever its name. The path
 * may be relative or absolute.
 */
export function isOutput(path: string): boolean {
  const name = path.split('/').at(-1) as string;
  return OUTPUT_FOLDERS.has(name) || name.endsWith('.log');
}

/** Hashes what a build reads, without what builds write. */
export function digestSources(folder: string): string {
  return digestFiles(folder, isOutput).digest;
}
