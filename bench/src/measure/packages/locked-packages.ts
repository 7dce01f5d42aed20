import { nearest } from '../../util/edit-distance.ts';
import { gemsOf } from './gems.ts';
import { versionInLockFile } from './locked-version.ts';
import { packageReferences } from './nuget.ts';
import { pomBlocks, pomField } from './pom.ts';

/** A short name of a package, looked up in a lock file. */
type FoundPackage =
  | { found: string }
  /** The packages that end in the name, if there are several. */
  | { oneOf: string[] }
  /** Packages whose names are close, if none ends in it. */
  | { near: string[] };

/**
 * Resolves a name to a locked package: the framework, the package of that name, or the only one whose name ends in it:
 * `gin` for `github.com/gin-gonic/gin`, `router` for `@koa/router`, `vertx-core` for `io.vertx:vertx-core`.
 */
export function packageNamed(name: string, lockFile: string, lock: string, framework: string): FoundPackage {
  if (framework !== '' && (name === framework || name === shortName(framework))) return { found: framework };
  if (versionInLockFile(lockFile, lock, name) !== null) return { found: name };
  const all = lockedPackages(lockFile, lock);
  const ending = all.filter((one) => endsIn(one, name));
  const [only] = ending;
  if (only !== undefined && ending.length === 1) return { found: only };
  return ending.length > 1 ? { oneOf: ending } : { near: nearest(name, all) };
}

/** The last part of a name, without the major version of a Go module. */
export function shortName(name: string): string {
  const parts = name.split(/[/:]/).filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? name).replace(/\.v\d+$/, '');
}

function endsIn(whole: string, name: string): boolean {
  const folded = (text: string): string => text.toLowerCase().replaceAll('_', '-');
  const [long, short] = [folded(whole.replace(/(?:\/v\d+|\.v\d+)$/, '')), folded(name)];
  return long === short || long.endsWith(`/${short}`) || long.endsWith(`:${short}`);
}

/** Returns the names of all packages that a lock file lists, each once. */
export function lockedPackages(lockFile: string, lock: string): string[] {
  const all = (pattern: RegExp): string[] => [...lock.matchAll(pattern)].map(([, name = '']) => name);
  switch (lockFile) {
    case 'go.mod':
      return unique(all(/^\s*(?:require )?(\S+\.\S+\/\S+) v\d\S*/gm));
    case 'Cargo.lock':
      return unique(all(/^name = "([^"]+)"$/gm));
    case 'package-lock.json': {
      const { packages = {} } = JSON.parse(lock) as { packages?: Record<string, unknown> };
      const installed = Object.keys(packages).map((path) =>
        /^node_modules\/([^/]+|@[^/]+\/[^/]+)$/.exec(path),
      );
      return unique(installed.map((match) => match?.[1] ?? ''));
    }
    case 'pom.xml': {
      const names = pomBlocks(lock).map((block) =>
        ['groupId', 'artifactId'].map((field) => pomField(block, field) ?? ''),
      );
      return unique(names.flatMap((parts) => (parts.includes('') ? [] : [parts.join(':')])));
    }
    case 'requirements.txt':
      return unique(all(/^([A-Za-z0-9][\w.-]*)==/gm));
    case 'Gemfile.lock':
      return unique(all(/^ {4}([\w.-]+) \(\d/gm));
    case 'Gemfile':
      return unique(gemsOf(lock));
    case 'packages.lock.json': {
      const { dependencies = {} } = JSON.parse(lock) as { dependencies?: Record<string, object> };
      return unique(Object.values(dependencies).flatMap(Object.keys));
    }
    default:
      return lockFile.endsWith('.csproj') ? unique(packageReferences(lock)) : [];
  }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '').sort();
}
