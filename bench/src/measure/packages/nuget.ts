import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PitwallError } from '../../util/errors.ts';
import { runPinCommand } from './pin-command.ts';
import type { PinnedPackage } from './pin-way.ts';

const REFERENCE = /<PackageReference\b[^<>]*>/g;

/** The project file of a folder, `server.csproj`; `null` if it has none. */
export function projectFile(folder: string): string | null {
  return globSync('*.csproj', { cwd: folder }).sort()[0] ?? null;
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, 'i').exec(tag)?.[1] ?? null;
}

/** Returns the names of the packages that a project file refers to. */
export function packageReferences(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([tag]) => attribute(tag, 'Include') ?? []);
}

/** Returns the version that a project file gives a package, whose name has no case; `null` if it allows several. */
export function referencedVersion(text: string, name: string): string | null {
  const tag = [...text.matchAll(REFERENCE)].find(([one]) => isOf(one, name))?.[0];
  return /^\[?(\d[\w.+-]*)\]?$/.exec(attribute(tag ?? '', 'Version') ?? '')?.[1] ?? null;
}

function isOf(tag: string, name: string): boolean {
  return attribute(tag, 'Include')?.toLowerCase() === name.toLowerCase();
}

/**
 * Returns the project file with exactly this version of a package: in brackets, because a bare version is the least that
 * NuGet takes. A package that only others ask for becomes one that the project refers to, whose version then counts.
 */
export function withReference(text: string, name: string, version: string): string {
  let isThere = false;
  const changed = text.replaceAll(REFERENCE, (tag) => {
    if (!isOf(tag, name)) return tag;
    isThere = true;
    return attribute(tag, 'Version') === null
      ? tag.replace(/\s*(\/?>)$/, ` Version="[${version}]" $1`)
      : tag.replace(/(\bVersion\s*=\s*")[^"]*(")/i, `$1[${version}]$2`);
  });
  if (isThere) return changed;
  const reference = `<PackageReference Include="${name}" Version="[${version}]" />`;
  return text.replace(/<\/Project>\s*$/, `  <ItemGroup>\n    ${reference}\n  </ItemGroup>\n\n</Project>\n`);
}

/** Pins packages in the project file of a folder. Its packages.lock.json, if it has one, follows. */
export async function pinReferences(
  folder: string,
  pins: readonly PinnedPackage[],
  signal: AbortSignal,
): Promise<void> {
  const name = projectFile(folder);
  if (name === null) throw noProject(pins);
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    pins.reduce((now, { package: one, version }) => withReference(now, one, version), text),
  );
  if (!existsSync(join(folder, 'packages.lock.json'))) return;
  await runPinCommand(['dotnet', 'restore', '--force-evaluate'], {
    cwd: folder,
    environment: process.env,
    timeoutSeconds: 300,
    signal,
  });
}

function noProject(pins: readonly PinnedPackage[]): PitwallError {
  return new PitwallError({
    what: 'The target has no project file to name versions in',
    where: pins.map(({ package: name, version }) => `${name}=${version}`).join(' '),
    expected: 'a *.csproj in its folder',
    seen: 'none',
    next: 'Change the version in a commit, then compare the commits',
  });
}
