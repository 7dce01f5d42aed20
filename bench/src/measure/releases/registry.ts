import type { Ecosystem } from '../../model/index.ts';
import { runCommand } from '../../process/command.ts';
import { exitCodes, messageOf, PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';
import { byVersion, isPreRelease } from '../../util/versions.ts';
import { isRegistryFault, saidAtEnd } from '../packages/registry-fault.ts';
import { npmPackageOf, type RuntimeName } from '../packages/runtimes.ts';

/** A release as its registry lists it. */
export interface ListedRelease {
  version: string;
  releasedAt: string | null;
  /** Why it is not one to measure; `null` if it is. */
  leftOut: { code: 'pre-release' | 'withdrawn'; reason: string } | null;
}

export interface RegistryQuestion {
  ecosystem: Ecosystem;
  /** In full; of a runtime, its short name. */
  name: string;
  /** The folder of a target that uses it. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/** The registry, or the way to it, is at fault, and not what was asked for. */
export class RegistryFault extends PitwallError {}

/**
 * Asks a registry which releases a package has, through the ecosystem's ordinary client or its index. Returns them in
 * order of version. Throws a RegistryFault if it does not answer, and a PitwallError if it knows no such package.
 */
export async function askRegistry(question: RegistryQuestion): Promise<ListedRelease[]> {
  const listed = await asking[question.ecosystem](question);
  if (listed.length === 0) throw noReleases(question, 'no release');
  const unique = new Map(listed.map((release) => [release.version, release]));
  return [...unique.values()].sort((a, b) => byVersion(a.version, b.version));
}

const asking: Record<Ecosystem, (question: RegistryQuestion) => Promise<ListedRelease[]>> = {
  go: askGo,
  npm: askNpm,
  cargo: askCargo,
  maven: askMaven,
  pypi: askPypi,
  gems: askGems,
  nuget: (question) => Promise.reject(noReleases(question, 'a registry that Pitwall does not ask')),
  runtime: askRuntime,
};

function listedAs(version: string, releasedAt: unknown, withdrawn: string | null = null): ListedRelease {
  const time = typeof releasedAt === 'string' ? Date.parse(releasedAt) : Number.NaN;
  return {
    version,
    releasedAt: Number.isFinite(time) ? new Date(time).toISOString() : null,
    leftOut:
      withdrawn !== null
        ? { code: 'withdrawn', reason: withdrawn }
        : isPreRelease(version)
          ? { code: 'pre-release', reason: 'its version says that it is not finished' }
          : null,
  };
}

/** Versions whose dates are asked for: the proxy answers one by one. */
const MOST_GO_VERSIONS = 120;

async function askGo(question: RegistryQuestion): Promise<ListedRelease[]> {
  const { name } = question;
  const asked = await client(question, [
    'go',
    'list',
    '-m',
    '-retracted',
    '-versions',
    '-json',
    `${name}@latest`,
  ]);
  const { Versions = [] } = JSON.parse(asked) as { Versions?: string[] };
  return goReleases(question, name, Versions.sort(byVersion).slice(-MOST_GO_VERSIONS), (version) =>
    version.replace(/^v/, ''),
  );
}

async function goReleases(
  question: RegistryQuestion,
  name: string,
  versions: readonly string[],
  shown: (version: string) => string,
): Promise<ListedRelease[]> {
  if (versions.length === 0) return [];
  const wanted = versions.map((version) => `${name}@${version}`);
  const told = await client(question, ['go', 'list', '-m', '-retracted', '-json', ...wanted]);
  const modules = `[${told.trim().replaceAll(/\n\}\s*\{/g, '\n},{')}]`;
  return (JSON.parse(modules) as { Version: string; Time?: string; Retracted?: string[] }[]).map(
    ({ Version, Time, Retracted }) =>
      listedAs(
        shown(Version),
        Time,
        Retracted ? `retracted: ${Retracted.join(' ') || 'no reason given'}` : null,
      ),
  );
}

async function askNpm(question: RegistryQuestion): Promise<ListedRelease[]> {
  const told = await client(question, ['npm', 'view', question.name, '--json', 'time', 'versions']);
  const { time = {}, versions = [] } = (told.trim() === '' ? {} : JSON.parse(told)) as {
    time?: Record<string, string>;
    versions?: string[] | string;
  };
  const there = new Set([versions].flat());
  return Object.entries(time).flatMap(([version, at]) =>
    /^\d/.test(version) ? [listedAs(version, at, there.has(version) ? null : 'unpublished')] : [],
  );
}

async function askCargo(question: RegistryQuestion): Promise<ListedRelease[]> {
  const { name, environment } = question;
  const folded = name.toLowerCase();
  const place =
    folded.length > 3
      ? `${folded.slice(0, 2)}/${folded.slice(2, 4)}`
      : folded.length === 3
        ? `3/${folded[0]}`
        : String(folded.length);
  const base = environment.PITWALL_CRATES_INDEX ?? 'https://index.crates.io';
  const text = await page(question, `${base}/${place}/${folded}`);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { vers: string; yanked?: boolean; pubtime?: string })
    .map(({ vers, yanked, pubtime }) => listedAs(vers, pubtime, yanked ? 'yanked' : null));
}

async function askMaven(question: RegistryQuestion): Promise<ListedRelease[]> {
  const [group = '', artifact = ''] = question.name.split(':');
  const base = question.environment.PITWALL_MAVEN_REPOSITORY ?? 'https://repo.maven.apache.org/maven2';
  const place = `${base}/${group.replaceAll('.', '/')}/${artifact}`;
  const text = await page(question, `${place}/maven-metadata.xml`);
  const versions = [...text.matchAll(/<version>\s*(\d[\w.+-]*)\s*<\/version>/g)].map(([, one = '']) => one);
  const listed: ListedRelease[] = [];
  for (const [index, version] of versions.sort(byVersion).entries()) {
    // A list has no dates; those of the newest files stand for them, where the server tells.
    const isRecent = index >= versions.length - MOST_MAVEN_DATES && !isPreRelease(version);
    const date = isRecent ? await fileDate(question, `${place}/${version}/${artifact}-${version}.pom`) : null;
    listed.push(listedAs(version, date));
  }
  return listed;
}

const MOST_MAVEN_DATES = 60;

async function fileDate({ signal }: RegistryQuestion, address: string): Promise<string | null> {
  try {
    const answer = await fetch(address, {
      method: 'HEAD',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PAGE_SECONDS * 1_000)]),
    });
    return answer.ok ? answer.headers.get('last-modified') : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

async function askPypi(question: RegistryQuestion): Promise<ListedRelease[]> {
  const base = question.environment.PITWALL_PYPI ?? 'https://pypi.org/pypi';
  const { releases = {} } = JSON.parse(await page(question, `${base}/${question.name}/json`)) as {
    releases?: Record<string, { upload_time_iso_8601?: string; yanked?: boolean; yanked_reason?: string }[]>;
  };
  return Object.entries(releases).map(([version, files]) => {
    const yanked = files.length > 0 && files.every((file) => file.yanked);
    const reason =
      files.length === 0 ? 'no file left' : `yanked: ${files[0]?.yanked_reason ?? 'no reason given'}`;
    return listedAs(version, files[0]?.upload_time_iso_8601, files.length === 0 || yanked ? reason : null);
  });
}

async function askGems(question: RegistryQuestion): Promise<ListedRelease[]> {
  const base = question.environment.PITWALL_RUBYGEMS ?? 'https://rubygems.org/api/v1';
  const listed = JSON.parse(await page(question, `${base}/versions/${question.name}.json`)) as {
    number: string;
    created_at?: string;
    prerelease?: boolean;
  }[];
  return listed.map(({ number, created_at: at }) => listedAs(number, at));
}

async function askRuntime(question: RegistryQuestion): Promise<ListedRelease[]> {
  const npmPackage = npmPackageOf(question.name as RuntimeName);
  if (npmPackage !== null) return askNpm({ ...question, name: npmPackage });
  // The toolchains are versions of one module: v0.0.1-go1.26.1.linux-amd64.
  const name = 'golang.org/toolchain';
  const system = `.linux-${process.arch === 'arm64' ? 'arm64' : 'amd64'}`;
  const asked = await client(question, ['go', 'list', '-m', '-versions', '-json', `${name}@latest`]);
  const { Versions = [] } = JSON.parse(asked) as { Versions?: string[] };
  const shown = (version: string): string => version.replace(/^v0\.0\.1-go/, '').replace(system, '');
  const own = Versions.filter(
    (version) => version.endsWith(system) && /^\d+\.\d+\.\d+$/.test(shown(version)),
  );
  const newest = own.sort((a, b) => byVersion(shown(a), shown(b))).slice(-MOST_GO_VERSIONS);
  return goReleases(question, name, newest, shown);
}

const CLIENT_SECONDS = 120;

async function client(question: RegistryQuestion, command: readonly string[]): Promise<string> {
  const { folder, environment, signal } = question;
  const result = await runCommand(command, {
    cwd: folder,
    environment: { ...environment, npm_config_update_notifier: 'false' },
    timeoutSeconds: CLIENT_SECONDS,
    signal,
  });
  if (result.exitCode === 0 && !result.timedOut) return result.stdout;
  const output = `${result.stdout}\n${result.stderr}`;
  const said = saidAtEnd(output, tailOf(output, 6));
  if (result.timedOut || isRegistryFault(said))
    throw noAnswer(question, result.timedOut ? `none within ${CLIENT_SECONDS} s` : said);
  throw noReleases(question, said || `exit code ${result.exitCode}`);
}

const PAGE_SECONDS = 30;
/** Metadata of thousands of releases are a few megabytes. */
const MOST_PAGE_CHARACTERS = 64 * 1024 * 1024;

async function page(question: RegistryQuestion, address: string): Promise<string> {
  const { signal } = question;
  let answer: Response;
  let text: string;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PAGE_SECONDS * 1_000)]);
    answer = await fetch(address, { signal: limit, headers: { 'user-agent': 'pitwall-bench' } });
    text = await answer.text();
  } catch (error) {
    signal.throwIfAborted();
    const { cause } = error as Error;
    throw noAnswer(question, cause === undefined ? messageOf(error) : messageOf(cause));
  }
  if (answer.status === 404 || answer.status === 410) throw noReleases(question, `status ${answer.status}`);
  if (!answer.ok || text.length > MOST_PAGE_CHARACTERS) throw noAnswer(question, `status ${answer.status}`);
  return text;
}

export function noAnswer({ name }: Pick<RegistryQuestion, 'name'>, seen: string): RegistryFault {
  return new RegistryFault({
    what: 'The registry does not answer',
    where: name,
    expected: 'its releases',
    seen: withoutAddresses(seen),
    next: 'Try again later: what was measured is kept, and the command continues after it',
    exitCode: exitCodes.failed,
  });
}

function noReleases({ name, ecosystem }: RegistryQuestion, seen: string): PitwallError {
  return new PitwallError({
    what: 'The registry lists no release of the package',
    where: name,
    expected: `releases of ${name} (${ecosystem})`,
    seen: withoutAddresses(seen),
    next: 'Name another package: --package <name>',
    exitCode: exitCodes.failed,
  });
}

/** Addresses are those of the machine's own mirror, which are nobody's business. */
export function withoutAddresses(text: string): string {
  return text
    .replaceAll(/\bhttps?:\/\/[^\s"')]+/g, '(address)')
    .replaceAll(/(?:^|(?<=[\s:=]))\/(?:root|home|tmp)\/\S+/g, '(path)');
}
