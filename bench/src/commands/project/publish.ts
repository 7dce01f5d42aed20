import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { profileNames, readProfile } from '../../catalog/profiles.ts';
import { readReplays } from '../../catalog/replays.ts';
import { readTarget, targetFolders } from '../../catalog/targets.ts';
import { runCommand } from '../../process/command.ts';
import { type PublishOptions, publish } from '../../publish/publish.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { type Command, type Invocation, jsonOption } from '../command.ts';

const SITE_BUILD_SECONDS = 900;

export const publishSite: Command = {
  name: 'publish',
  summary: 'turn results into site data and build the site',
  takes: '',
  options: {
    base: { type: 'string', value: '<path>', help: 'path of the site on its host (default: /)' },
    'data-only': { type: 'boolean', help: 'write the site data without building the site' },
    ...jsonOption,
  },
  async run(invocation) {
    const { repository, terminal, options } = invocation;
    const report = await publish(publishOptions(repository));
    const folder = options['data-only'] ? null : await buildSite(invocation, String(options.base ?? '/'));
    if (options.json) terminal.print(JSON.stringify({ ...report, folder }, null, 2));
    else {
      terminal.print(
        `${report.runs} runs (${report.parsed} parsed) of ${report.machines} machines, ${report.targets} targets, ${report.tables} tables, ${report.replays} replayed studies`,
      );
      if (folder) terminal.print('The site is in site/dist');
    }
    return exitCodes.ok;
  },
};

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

/**
 * Builds the site from the published data and returns its folder; throws a PitwallError with the builder's
 * output.
 */
export async function buildSite(
  { repository, signal, terminal }: { repository: Repository } & Pick<Invocation, 'signal' | 'terminal'>,
  base: string,
): Promise<string> {
  terminal.step('building the site');
  const command = [join(repository.root, 'node_modules/.bin/astro'), 'build'];
  const output = await runCommand(command, {
    cwd: repository.site,
    environment: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', PITWALL_BASE: base },
    timeoutSeconds: SITE_BUILD_SECONDS,
    signal,
    onLine: (line) => terminal.detail(line),
  });
  if (output.exitCode === 0) return join(repository.site, 'dist');
  await rm(join(repository.site, 'dist'), { recursive: true, force: true });
  throw new PitwallError({
    what: 'Cannot build the site',
    where: 'site',
    expected: 'astro build to end with 0',
    seen: `${output.stdout}\n${output.stderr}`.trim().split('\n').slice(-6).join(' | '),
    next: 'See the whole output with: cd site && npx astro build',
  });
}
