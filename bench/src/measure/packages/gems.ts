import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPinCommand } from './pin-command.ts';
import type { PinnedPackage } from './pin-way.ts';

const LINE = /^([ \t]*gem[ (]+(['"])([\w.-]+)\2)((?:\s*,\s*(['"])[^'"]*\5)*)(.*)$/gm;

/** Returns the names of the gems that a Gemfile asks for. */
export function gemsOf(text: string): string[] {
  return [...text.matchAll(LINE)].map(([, , , name = '']) => name);
}

/** Returns the one version that a Gemfile allows of a gem; `null` if it allows several. */
export function gemVersion(text: string, name: string): string | null {
  const line = [...text.matchAll(LINE)].find(([, , , one]) => one === name);
  return /^\s*,\s*['"](?:=\s*)?(\d[\w.-]*)['"]$/.exec(line?.[4] ?? '')?.[1] ?? null;
}

/** Returns the Gemfile with one version of a gem, whose other settings stay; one that only others ask for is added. */
export function withGem(text: string, name: string, version: string): string {
  let isThere = false;
  const changed = text.replaceAll(
    LINE,
    (line, head: string, _quote, one: string, _versions, _, rest: string) => {
      if (one !== name) return line;
      isThere = true;
      return `${head}, '${version}'${rest}`;
    },
  );
  return isThere ? changed : `${text.trimEnd()}\ngem '${name}', '${version}'\n`;
}

/** Pins gems in a Gemfile. Its lock file, if it has one, follows with as few other changes as Bundler can make. */
export async function pinGems(
  folder: string,
  pins: readonly PinnedPackage[],
  signal: AbortSignal,
): Promise<void> {
  const file = join(folder, 'Gemfile');
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    pins.reduce((now, { package: name, version }) => withGem(now, name, version), text),
  );
  if (!existsSync(join(folder, 'Gemfile.lock'))) return;
  await runPinCommand(['bundle', 'lock'], {
    cwd: folder,
    environment: { ...process.env, BUNDLE_GEMFILE: file, BUNDLE_FROZEN: 'false' },
    timeoutSeconds: 300,
    signal,
  });
}
