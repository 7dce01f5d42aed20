import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildEnvironment } from '../../launch/toolchains.ts';
import { PitwallError } from '../../util/errors.ts';
import { normalName } from './locked-version.ts';
import { runPinCommand } from './pin-command.ts';
import type { PinnedPackage } from './pin-way.ts';
import { isUnresolvable } from './registry-fault.ts';

/** A package as pip resolved it. */
interface ResolvedRequirement {
  name: string;
  version: string;
  /** SHA-256 of the file that pip would install here, in hexadecimal. */
  sha256: string;
}

const reportSchema = z.object({
  install: z.array(
    z.object({
      metadata: z.object({ name: z.string(), version: z.string() }),
      download_info: z.object({
        // Pip before 23.1 gives one of them, later ones give both.
        archive_info: z.object({
          hash: z.string().optional(),
          hashes: z.object({ sha256: z.string().optional() }).optional(),
        }),
      }),
    }),
  ),
});

/** Reads what `pip install --report` wrote. */
export function resolvedIn(report: unknown): ResolvedRequirement[] {
  return reportSchema.parse(report).install.map(({ metadata: { name, version }, download_info: from }) => {
    const { hash, hashes } = from.archive_info;
    const sha256 = hashes?.sha256 ?? /^sha256=(.+)$/.exec(hash ?? '')?.[1] ?? '';
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw noHash(name, version);
    return { name, version, sha256 };
  });
}

function noHash(name: string, version: string): PitwallError {
  return new PitwallError({
    what: 'The package index gives no hash of a package',
    where: `${name}==${version}`,
    expected: 'a file with its SHA-256',
    seen: 'none',
    next: 'Ask an index that does: pip config set global.index-url <address>',
  });
}

const LINE = /^([A-Za-z0-9][\w.-]*)(\[[^\]]*\])?\s*==\s*([^\s;\\]+)/;
const BEGINS = /^[A-Za-z0-9]/;

interface Block {
  name: string;
  extras: string;
  version: string;
  /** Whether only other machines need the package: pip does not list it on this one. */
  isConditional: boolean;
  text: string;
}

/** Divides a requirements.txt into what stands above, and one block a package, with its hashes and comments. */
function blocksOf(lock: string): { above: string; blocks: Block[] } {
  const lines = lock.trimEnd().split('\n');
  const starts = lines.flatMap((line, index) => (BEGINS.test(line) ? [index] : []));
  const blocks = starts.map((start, index): Block => {
    const own = lines.slice(start, starts[index + 1] ?? lines.length);
    const [, name = '', extras = '', version = ''] = LINE.exec(own[0] ?? '') ?? [];
    return { name, extras, version, isConditional: (own[0] ?? '').includes(';'), text: own.join('\n') };
  });
  return { above: lines.slice(0, starts[0] ?? 0).join('\n'), blocks };
}

/**
 * Returns the requirements.txt with what was resolved: packages whose version stays keep their lines, with the hashes for
 * every machine, and all others get the hash of the file for this one.
 */
export function withResolved(lock: string, resolved: readonly ResolvedRequirement[]): string {
  const { above, blocks } = blocksOf(lock);
  const found = new Map(resolved.map((one) => [normalName(one.name), one]));
  const kept = blocks.flatMap(({ name, extras, version, isConditional, text }) => {
    const one = found.get(normalName(name));
    found.delete(normalName(name));
    if (one === undefined) return isConditional ? [text] : [];
    return one.version === version ? [text] : [pinnedLine({ ...one, name: `${name}${extras}` })];
  });
  const added = [...found.values()].map(pinnedLine);
  return `${[above, ...kept, ...added].filter((part) => part !== '').join('\n')}\n`;
}

function pinnedLine({ name, version, sha256 }: ResolvedRequirement): string {
  return `${name}==${version} \\\n    --hash=sha256:${sha256}`;
}

/** Returns the versions of a lock file as constraints, without those of some packages. */
export function constraintsOf(lock: string, without: readonly string[]): string {
  const free = new Set(without.map(normalName));
  const lines = blocksOf(lock).blocks.flatMap(({ name, version }) =>
    name === '' || free.has(normalName(name)) ? [] : [`${name}==${version}\n`],
  );
  return lines.join('');
}

/** Returns what a target asks for by itself, each pinned package in exactly its version, whatever was allowed before. */
export function withPins(direct: string, pins: readonly PinnedPackage[]): string {
  const left = new Map(pins.map((pin) => [normalName(pin.package), pin]));
  const lines = direct.split('\n').map((line) => {
    const [, name = '', extras = ''] = /^([A-Za-z0-9][\w.-]*)(\[[^\]]*\])?/.exec(line) ?? [];
    const pin = left.get(normalName(name));
    if (pin === undefined) return line;
    left.delete(normalName(name));
    return `${name}${extras}==${pin.version}`;
  });
  const others = [...left.values()].map(({ package: name, version }) => `${name}==${version}`);
  return `${[...lines, ...others].filter((line) => line !== '').join('\n')}\n`;
}

/** Returns the lines that ask for some packages, whose extras ask for more. */
export function askedLines(direct: string, names: readonly string[]): string {
  const wanted = new Set(names.map(normalName));
  const nameIn = (line: string): string => /^[A-Za-z0-9][\w.-]*/.exec(line)?.[0] ?? '';
  const lines = direct.split('\n').filter((line) => wanted.has(normalName(nameIn(line))));
  return lines.join('\n');
}

const LOCK = 'requirements.txt';
const DIRECT = 'requirements.in';
/** Holds a pip of the Python that builds the target, and is gone afterwards. */
const RESOLVER = '.resolver';
const REPORT = `${RESOLVER}/report.json`;
const CONSTRAINTS = `${RESOLVER}/constraints.txt`;
const WANTED = `${RESOLVER}/wanted.in`;

/**
 * Pins packages in a requirements.txt, by pip's own resolver. Everything else stays as it is; where that does not fit
 * the version, what the packages ask for themselves moves with them.
 */
export async function pinRequirements(
  folder: string,
  pins: readonly PinnedPackage[],
  signal: AbortSignal,
): Promise<void> {
  const lock = readFileSync(join(folder, LOCK), 'utf8');
  const direct = existsSync(join(folder, DIRECT)) ? readFileSync(join(folder, DIRECT), 'utf8') : '';
  const names = pins.map(({ package: name }) => name);
  const all = withPins(direct, pins);
  const run: Run = (command) =>
    runPinCommand(command, {
      cwd: folder,
      environment: buildEnvironment(process.env.PATH ?? ''),
      timeoutSeconds: 300,
      signal,
    });
  try {
    await run(['python3', '-m', 'venv', '--clear', RESOLVER]);
    const resolved = await resolve(folder, all, constraintsOf(lock, names), run).catch(
      async (error: unknown) => {
        if (!(error instanceof PitwallError) || !isUnresolvable(error.seen)) throw error;
        const own = await resolve(folder, withPins(askedLines(direct, names), pins), '', run);
        const free = [...names, ...own.map(({ name }) => name)];
        return resolve(folder, all, constraintsOf(lock, free), run);
      },
    );
    writeFileSync(join(folder, LOCK), withResolved(lock, resolved));
  } finally {
    rmSync(join(folder, RESOLVER), { recursive: true, force: true });
  }
}

type Run = (command: readonly string[]) => Promise<void>;

async function resolve(
  folder: string,
  wanted: string,
  constraints: string,
  run: Run,
): Promise<ResolvedRequirement[]> {
  writeFileSync(join(folder, WANTED), wanted);
  writeFileSync(join(folder, CONSTRAINTS), constraints);
  const quiet = ['--quiet', '--no-input', '--disable-pip-version-check'];
  await run([
    ...[`${RESOLVER}/bin/python`, '-m', 'pip', 'install', '--dry-run', '--ignore-installed', ...quiet],
    ...['--report', REPORT, '-c', CONSTRAINTS, '-r', WANTED],
  ]);
  return resolvedIn(JSON.parse(readFileSync(join(folder, REPORT), 'utf8')));
}
