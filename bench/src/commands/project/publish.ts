import { rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { profileNames, readProfile } from '../../catalog/profiles.ts';
import { readReplays } from '../../catalog/replays.ts';
import { readTarget, targetFolders } from '../../catalog/targets.ts';
import { runCommand } from '../../process/command.ts';
import { type PublishOptions, publish } from '../../publish/publish.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { plural } from '../../words/index.ts';
import { type Command, type CommandContext, jsonOption } from '../command.ts';

const SITE_BUILD_SECONDS = 900;

export const publishSite: Command = {
  name: 'publish',
  summary: 'turn results into site data and build the site',
  takes: '',
  details: [
    'PITWALL_SITE_DATA and PITWALL_SITE_DIST name other folders for the data and for the built pages than site/data and',
    'site/dist; relative paths start in site/.',
  ].join(' '),
  options: {
    base: { type: 'string', value: '<path>', help: 'path of the site on its host (default: /)' },
    'data-only': { type: 'boolean', help: 'write the site data without building the site' },
    ...jsonOption,
  },
  async run(invocation) {
    const { repository, terminal, options, environment } = invocation;
    const folders = siteFolders(repository, environment);
    const report = await publish({ ...publishOptions(repository), dataFolder: folders.data });
    const folder = options['data-only']
      ? null
      : await buildSite(invocation, String(options.base ?? '/'), folders);
    if (options.json) terminal.print(JSON.stringify({ ...report, folder }, null, 2));
    else {
      terminal.print(
        `${plural(report.runs, 'run')} (${report.parsed} parsed) of ${plural(report.machines, 'machine')}, ` +
          `${plural(report.targets, 'target')}, ${plural(report.tables, 'table')}, ` +
          plural(report.replays, 'replayed study', 'replayed studies'),
      );
      terminal.print(
        folder === null
          ? `The data is in ${shownFolder(repository, folders.data)}`
          : `The site is in ${shownFolder(repository, folder)}`,
      );
    }
    return exitCodes.ok;
  },
};

/** Where the site's data and its built pages are, as absolute paths. */
export interface SiteFolders {
  data: string;
  dist: string;
}

/**
 * Returns the folders that the environment names, as the site itself reads it, or those of the checkout. An empty name is
 * none: it would be the folder of the site's sources, which a build replaces.
 */
export function siteFolders(
  { site }: Repository,
  { PITWALL_SITE_DATA, PITWALL_SITE_DIST }: CommandContext['environment'],
): SiteFolders {
  return {
    data: resolve(site, PITWALL_SITE_DATA || 'data'),
    dist: resolve(site, PITWALL_SITE_DIST || 'dist'),
  };
}

/** `site/dist`, or the whole path of a folder outside the checkout. */
export function shownFolder({ root }: Repository, folder: string): string {
  const inside = relative(root, folder);
  return inside.startsWith('..') ? folder : inside;
}

/** What a checkout publishes. */
export function publishOptions(repository: Repository): PublishOptions {
  return {
    resultsFolder: repository.results,
    siteFolder: repository.site,
    replays: readReplays(repository),
    targets: targetFolders(repository).map((id) => readTarget(repository, id)),
    profiles: profileNames(repository).map((name) => readProfile(repository, name)),
    cacheFolder: join(repository.cache, 'publish'),
  };
}

/** All pages, or those without the many of details: pairs, trends and runs. */
export type SitePages = 'all' | 'main';

/**
 * Builds the site from the published data and returns its folder; throws a PitwallError with the builder's
 * output.
 */
export async function buildSite(
  { repository, signal, terminal }: Pick<CommandContext, 'repository' | 'signal' | 'terminal'>,
  base: string,
  { data, dist }: SiteFolders,
  pages: SitePages = 'all',
): Promise<string> {
  terminal.step('building the site');
  const command = [join(repository.root, 'node_modules/.bin/astro'), 'build'];
  const output = await runCommand(command, {
    cwd: repository.site,
    environment: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      PITWALL_BASE: base,
      PITWALL_SITE_DATA: data,
      PITWALL_SITE_DIST: dist,
      PITWALL_SITE_PAGES: pages,
    },
    timeoutSeconds: SITE_BUILD_SECONDS,
    signal,
    onLine: (line) => terminal.detail(line),
  });
  if (output.exitCode === 0) return dist;
  // Remove an incomplete site, unless the user chose its folder.
  if (dist === join(repository.site, 'dist')) await rm(dist, { recursive: true, force: true });
  throw new PitwallError({
    what: 'Cannot build the site',
    where: 'site',
    expected: 'astro build to end with 0',
    seen: `${output.stdout}\n${output.stderr}`.trim().split('\n').slice(-6).join(' | '),
    next: 'See the whole output with: cd site && npx astro build',
  });
}
