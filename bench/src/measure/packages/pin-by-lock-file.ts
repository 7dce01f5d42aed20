import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../process/command.ts';
import { pinGems } from './gems.ts';
import { pinReferences } from './nuget.ts';
import { runPinCommand } from './pin-command.ts';
import type { PinWay } from './pin-way.ts';
import { pomBlocks } from './pom.ts';
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

/**
 * Returns the pom.xml with another version of `groupId:artifactId`, changed in place or in the property that it names,
 * or managed ahead of the bill of materials that gives it its version.
 */
export function withPomVersion(text: string, name: string, version: string): string {
  const [group = '', artifact = ''] = name.split(':');
  const escaped = (word: string): string => word.replaceAll('.', '\\.');
  const blocks = pomBlocks(text).flatMap(({ text: found }) =>
    found.includes(`<groupId>${group}</groupId>`) && found.includes(`<artifactId>${artifact}</artifactId>`)
      ? [found]
      : [],
  );
  const versionIn = (block: string): string | undefined =>
    /<version>([^<]*)<\/version>/.exec(block)?.[1]?.trim() || undefined;
  const managed = new Set(blocks.filter((block) => versionIn(block) !== undefined).map(kindOf));
  // A package may stand there several times: once for each classifier, such as one for each processor.
  return blocks.reduce((pom, block) => {
    const written = versionIn(block);
    if (written === undefined && managed.has(kindOf(block))) return pom;
    if (written === undefined) return withManaged(pom, { group, artifact, version }, block);
    const property = /^\$\{([\w.-]+)\}$/.exec(written)?.[1];
    if (property) {
      const tag = escaped(property);
      return pom.replace(new RegExp(`(<${tag}>)[^<]*(</${tag}>)`), `$1${version}$2`);
    }
    return pom.replace(block, block.replace(/<version>[^<]*<\/version>/, `<version>${version}</version>`));
  }, text);
}

/** The type and the classifier, by which Maven tells files of one package apart. */
function kindOf(block: string): string {
  const fields = ['type', 'classifier'].map((tag) => new RegExp(`<${tag}>[^<]*</${tag}>`).exec(block)?.[0]);
  return fields.join('');
}

/**
 * Maven takes the first version that `dependencyManagement` names, and those written there before any imported. An entry
 * is for one classifier.
 */
function withManaged(
  text: string,
  { group, artifact, version }: { group: string; artifact: string; version: string },
  block: string,
): string {
  const parts = [`<groupId>${group}</groupId>`, `<artifactId>${artifact}</artifactId>`];
  const entry = `<dependency>${parts.join('')}${kindOf(block)}<version>${version}</version></dependency>`;
  if (text.includes(entry)) return text;
  const managed = /<dependencyManagement>\s*<dependencies>/.exec(text)?.[0];
  if (managed !== undefined) return text.replace(managed, `${managed}\n${entry}`);
  const section = `<dependencyManagement><dependencies>${entry}</dependencies></dependencyManagement>`;
  return text.replace('<dependencies>', `${section}\n<dependencies>`);
}
