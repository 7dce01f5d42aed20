import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux distributions and the Temurin packages put their JDKs. */
const JDK_FOLDER = '/usr/lib/jvm';

/** Returns JAVA_HOME if it is a JDK, else the newest JDK of the machine; `null` to leave it to PATH. */
export function javaHome(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  folder = JDK_FOLDER,
): string | null {
  const set = environment.JAVA_HOME;
  if (set && isJdk(set)) return set;
  const homes = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const known = homes
    .filter(isJdk)
    .map((home) => ({ home, version: releaseOf(home) }))
    .sort((a, b) => b.version - a.version || (a.home < b.home ? -1 : 1));
  return known[0]?.home ?? null;
}

function isJdk(home: string): boolean {
  return existsSync(join(home, 'bin', 'javac'));
}

/**
 * Returns the feature release from the `release` file of a JDK: 25 for `JAVA_VERSION="25.0.1"`; 0 if unknown.
 */
function releaseOf(home: string): number {
  try {
    const text = readFileSync(join(home, 'release'), 'utf8');
    return Number(/^JAVA_VERSION="(\d+)/m.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
