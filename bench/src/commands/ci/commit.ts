import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { collect, machineOf, resultKinds } from '../../ci/collect-results.ts';
import { commitResults } from '../../ci/commit-results.ts';
import { githubOf } from '../../ci/github/github.ts';
import { onlyResults, requireOwnRun } from '../../ci/jobs/own-run.ts';
import { mayContinue } from '../../ci/jobs/unfinished.ts';
import { writeOutputs, writeSummary } from '../../ci/workflow-file.ts';
import { RUN_FILE, RunStore } from '../../results/run-store.ts';
import { exitCodes } from '../../util/errors.ts';
import { plural } from '../../words/index.ts';
import { type Command, oneOf } from '../command.ts';

export const ciCommit: Command = {
  name: 'ci commit',
  summary: 'put the runs of downloaded artifacts into one commit, and push it',
  takes: '<folder>',
  details: [
    'The folder has one folder per artifact, each laid out like results/, or is itself laid out like that where there is',
    'only one artifact. An unfinished run is committed with the blocks that it has; in a workflow, the output',
    '`unfinished` says whether the next job can continue one. A run or a comparison that does not pass `lint`, or would',
    'change a committed file, is left out and named, and the exit code is 1; all others are committed. One that ended',
    'before its first block is named as well, but nothing of it is lost. If another push comes first, the commit is made',
    'again on top of it. The checkout itself is not touched.',
    'Pushes with the deploy key in PITWALL_RESULTS_KEY if there is one, otherwise with GITHUB_TOKEN.',
  ].join(' '),
  options: {
    branch: { type: 'string', value: '<name>', help: 'branch to push to (default: main)' },
    remote: { type: 'string', value: '<name>', help: 'remote to push to (default: origin)' },
    only: {
      type: 'string',
      value: `<${resultKinds.join('|')}>`,
      help: 'take nothing else: a job that runs releases of strangers measures nothing but releases',
    },
    machine: {
      type: 'string',
      value: '<id>',
      help: 'machine of the job whose artifact is in the folder itself, without a folder of its name',
    },
    'of-run': {
      type: 'string',
      value: '<number>',
      help: 'run that left the artifacts: refused unless it measured main; of releases.yml, only releases',
    },
  },
  async run({ repository, options, terminal, environment, signal, arguments: [folder = 'artifacts'] }) {
    const ofRun = options['of-run'];
    const workflow =
      ofRun === undefined ? null : await requireOwnRun(githubOf(environment, signal), String(ofRun));
    const machine =
      workflow === 'releases.yml'
        ? machineOf((await onlyResults(githubOf(environment, signal), String(ofRun))) ?? '')
        : options.machine;
    const only = workflow === 'releases.yml' ? 'releases' : options.only;
    const kinds = only === undefined ? resultKinds : [oneOf('only', only, resultKinds)];
    const collected = await collect(resolve(folder), kinds, machine as string | undefined);
    const nothing = collected.parts.every(({ files }) => files.length === 0);
    const unfinished = mayContinue(collected.runs, (run) => blocksIn(join(repository.results, run)));
    const commit = nothing
      ? null
      : await commitResults(collected, {
          repository,
          branch: String(options.branch ?? 'main'),
          remote: String(options.remote ?? 'origin'),
          environment,
          signal,
          onRetry: (attempt, why) => terminal.note(`Push ${attempt} came too late (${why}); again on top`),
          github: () => githubOf(environment, signal),
        });
    for (const { what, why } of collected.leftOut) terminal.note(`Not committed: ${what}\n${why}`);
    const said =
      commit === null
        ? 'Nothing to commit.'
        : `${commit}: ${plural(collected.runs.length, 'run')}, ${plural(collected.comparisons.length, 'comparison')}, ` +
          plural(collected.releases.length, 'history of releases', 'histories of releases');
    terminal.print(said);
    writeOutputs(environment, {
      committed: String(commit !== null),
      unfinished: String(commit !== null && unfinished),
    });
    writeSummary(
      environment,
      [
        said,
        ...collected.leftOut.map(
          ({ what, why }) => `\nNot committed: ${what}\n\n\`\`\`\n${why.replaceAll('`', "'")}\n\`\`\``,
        ),
      ].join('\n'),
    );
    // Otherwise a run that was cancelled early would fail every run that looks for what it left, until its artifacts
    // are gone.
    return collected.leftOut.some(({ isLost }) => isLost) ? exitCodes.failed : exitCodes.ok;
  },
};

/** Number of blocks of the run in a folder; none if there is no run. */
function blocksIn(folder: string): number {
  if (!existsSync(join(folder, RUN_FILE))) return 0;
  return (RunStore.open(folder).run.blocks ?? []).length;
}
