import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../process/command.ts';
import { pinGems } from './gems.ts';
import { pinReferences } from './nuget.ts';
import { runPinCommand } from './pin-command.ts';
import type { PinWay } from './pin-way.ts';
import { withPomVersion } from './pom.ts';
import { pinRequirements } from './requirements.ts';

/** How each ecosystem pins packages: all at once, because those that move together fit only together. */
export const pinByLockFile: Readonly<Record<string, PinWay>> = {
  'go.mod': async (folder, pins, signal, runtime) => {
    // A release that asks for a newer Go would bring it along, and its cost would be that of both.
    const environment = { GOTOOLCHAIN: runtime === null ? await goOf(folder, signal) : `go${runtime}` };
    const wanted = pins.map(({ package: name, version }) => `${name}@v${version}`);
    await change(folder, ['go', 'get', ...wanted], signal, environment);
    await change(folder, ['go', 'mod', 'tidy'], signal, environment);
  },
  'package-lock.json': async (folder, pins, signal) => {
    const file = join(folder, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
      overrides?: Record<string, unknown>;
    };
    // What only a build needs is asked for as well: it would conflict with an override.
    const asked = { ...manifest.devDependencies, ...manifest.dependencies };
    const own = pins.filter(({ package: name }) => asked[name] !== undefined);
    const others = pins.filter((pin) => !own.includes(pin));
    if (others.length > 0) {
      // A package that only others ask for would come twice, and the old one would still run.
      const overrides = Object.fromEntries(others.map(({ package: name, version }) => [name, version]));
      const changed = { ...manifest, overrides: { ...manifest.overrides, ...overrides } };
      writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`);
    }
    const wanted = own.map(({ package: name, version }) => `${name}@${version}`);
    const options = ['--package-lock-only', '--ignore-scripts', '--save-exact', '--no-audit', '--no-fund'];
    await change(folder, ['npm', 'install', ...options, ...wanted], signal);
  },
  'Cargo.lock': async (folder, pins, signal) => {
    const wanted = pins.map(({ package: name, version }) => `${name}@=${version}`);
    await change(folder, ['cargo', 'add', '--quiet', ...wanted], signal);
    for (const { package: name, version } of pins)
      await change(folder, ['cargo', 'update', '--quiet', '--package', name, '--precise', version], signal);
  },
  'pom.xml': async (folder, pins) => {
    const file = join(folder, 'pom.xml');
    const text = pins.reduce(
      (pom, { package: name, version }) => withPomVersion(pom, name, version),
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, text);
  },
  'requirements.txt': pinRequirements,
  'Gemfile.lock': pinGems,
  Gemfile: pinGems,
  'packages.lock.json': pinReferences,
};

function change(
  folder: string,
  command: readonly string[],
  signal: AbortSignal,
  settings: NodeJS.ProcessEnv = {},
): Promise<void> {
  const environment = { ...process.env, ...settings };
  return runPinCommand(command, { cwd: folder, environment, timeoutSeconds: 300, signal });
}

/** Returns the Go that builds a module now, as `GOTOOLCHAIN` names it; `local` if it is no release. */
async function goOf(folder: string, signal: AbortSignal): Promise<string> {
  const asked = await runCommand(['go', 'env', 'GOVERSION'], {
    ...{ cwd: folder, environment: process.env, timeoutSeconds: 60, signal },
  });
  return /^go\d+(?:\.\d+)*(?:rc\d+)?$/.exec(asked.stdout.trim())?.[0] ?? 'local';
}
