import { resolve } from 'node:path';
import { collect, commitResults } from '../../ci/commit-results.ts';
import { writeOutputs, writeSummary } from '../../ci/workflow-file.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciCommit: Command = {
  name: 'ci commit',
  summary: 'put the finished runs of downloaded artifacts into one commit, and push it',
  takes: '<folder>',
  details: [
    'The folder has one folder per artifact, each laid out like results/. A run or a comparison that is unfinished, does',
    'not pass `lint`, or would change a committed file is left out and named, and the exit code is 1; all others are',
    'committed. If another push comes first, the commit is made again on top of it. The checkout itself is not touched.',
  ].join('\n'),
  options: {
    branch: { type: 'string', value: '<name>', help: 'branch to push to (default: main)' },
    remote: { type: 'string', value: '<name>', help: 'remote to push to (default: origin)' },
  },
  async run({ repository, options, terminal, environment, signal, arguments: [folder = 'artifacts'] }) {
    const collected = await collect(resolve(folder));
    const nothing = collected.parts.every(({ files }) => files.length === 0);
    const commit = nothing
      ? null
      : await commitResults(collected, {
          repository,
          branch: String(options.branch ?? 'main'),
          remote: String(options.remote ?? 'origin'),
          environment,
          signal,
          onRetry: (attempt, why) => terminal.note(`Push ${attempt} came too late (${why}); again on top`),
        });
    for (const { what, why } of collected.leftOut) terminal.note(`Not committed: ${what}\n${why}`);
    const said =
      commit === null
        ? 'Nothing to commit.'
        : `${commit}: ${collected.runs.length} runs, ${collected.comparisons.length} comparisons`;
    terminal.print(said);
    writeOutputs(environment, { committed: String(commit !== null) });
    writeSummary(
      environment,
      [
        said,
        ...collected.leftOut.map(
          ({ what, why }) => `\nNot committed: ${what}\n\n\`\`\`\n${why.replaceAll('`', "'")}\n\`\`\``,
        ),
      ].join('\n'),
    );
    return collected.leftOut.length > 0 ? exitCodes.failed : exitCodes.ok;
  },
};
