import { type Ecosystem, releaseVersion } from '../../model/index.ts';
import { byVersion, isNumberedPreRelease, isPreRelease } from '../../util/versions.ts';
import { isRegistryFault } from '../packages/registry-fault.ts';
import { npmPackageOf, type RuntimeName } from '../packages/runtimes.ts';
import { withCredibleDates } from './credible-dates.ts';
import { askNuget } from './nuget-registry.ts';
import {
  client,
  fileDate,
  jsonOf,
  jsonPage,
  type ListedRelease,
  listedAs,
  noAnswer,
  noReleases,
  page,
  type RegistryQuestion,
  UNFINISHED,
} from './registry-client.ts';

/**
 * Asks a registry which releases a package has, through the ecosystem's ordinary client or its index. Returns them in
 * order of version. Throws a RegistryFault if it does not answer, and a PitwallError if it knows no such package.
 */
export async function askRegistry(question: RegistryQuestion): Promise<ListedRelease[]> {
  const all = await asking[question.ecosystem](question);
  // Leave out versions from a registry's early days that no lock file can name.
  const listed = all.filter(({ version }) => releaseVersion.safeParse(version).success);
  if (listed.length === 0) throw noReleases(question, 'no release');
  const isSemantic = SEMANTIC.includes(question.ecosystem);
  const unique = new Map(
    listed.map((release) => {
      const { version, leftOut } = release;
      const isUnfinished = leftOut === null && isSemantic && isNumberedPreRelease(version);
      return [version, isUnfinished ? { ...release, leftOut: UNFINISHED } : release];
    }),
  );
  return withCredibleDates([...unique.values()].sort((a, b) => byVersion(a.version, b.version)));
}

/** Ecosystems whose versions follow semver.org. */
const SEMANTIC: readonly Ecosystem[] = ['go', 'npm', 'cargo', 'nuget', 'runtime'];

const asking: Record<Ecosystem, (question: RegistryQuestion) => Promise<ListedRelease[]>> = {
  go: askGo,
  npm: askNpm,
  cargo: askCargo,
  maven: askMaven,
  pypi: askPypi,
  gems: askGems,
  nuget: askNuget,
  runtime: askRuntime,
};

/** How many versions to ask the proxy about, because it answers one at a time. */
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
  // -e lists the other versions if the proxy lacks one.
  const printed = await client(question, ['go', 'list', '-e', '-m', '-retracted', '-json', ...wanted]);
  const modules = `[${printed.trim().replaceAll(/\n\}\s*\{/g, '\n},{')}]`;
  return (JSON.parse(modules) as GoModule[]).map(({ Version, Time, Retracted, Error: error }) => {
    if (error !== undefined && isRegistryFault(error.Err)) throw noAnswer(question, error.Err);
    const retracted = Retracted && `retracted: ${Retracted.join(' ') || 'no reason given'}`;
    return listedAs(shown(Version), Time, retracted ?? (error ? `not available: ${error.Err}` : null));
  });
}

/** The fields of a version that are read from the output of Go's client. */
interface GoModule {
  Version: string;
  Time?: string;
  Retracted?: string[];
  Error?: { Err: string };
}

async function askNpm(question: RegistryQuestion): Promise<ListedRelease[]> {
  const printed = await client(question, ['npm', 'view', question.name, '--json', 'time', 'versions']);
  const { time = {}, versions = [] } = (printed.trim() === '' ? {} : JSON.parse(printed)) as {
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
    .map((line) => jsonOf(question, line) as { vers: string; yanked?: boolean; pubtime?: string })
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
    // A list has no dates: take those of the newest files, if the server gives them.
    const isRecent = index >= versions.length - MOST_MAVEN_DATES && !isPreRelease(version);
    const date = isRecent ? await fileDate(question, `${place}/${version}/${artifact}-${version}.pom`) : null;
    listed.push(listedAs(version, date));
  }
  return listed;
}

const MOST_MAVEN_DATES = 60;

async function askPypi(question: RegistryQuestion): Promise<ListedRelease[]> {
  const base = question.environment.PITWALL_PYPI ?? 'https://pypi.org/pypi';
  const { releases = {} } = (await jsonPage(question, `${base}/${question.name}/json`)) as {
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
  const listed = (await jsonPage(question, `${base}/versions/${question.name}.json`)) as {
    number: string;
    created_at?: string;
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
