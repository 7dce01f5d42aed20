import { resolve } from 'node:path';
import { collect, commitResults } from '../../ci/commit-results.ts';
import { writeOutputs, writeSummary } from '../../ci/workflow-file.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';

export const ciCommit: Command = {
  name: 'ci commit',
  summary: 'put the whole runs of downloaded artifacts into one commit, and push it',
  takes: '<folder>',
  details: [
    'The folder holds one folder an artifact, each laid out as results/ is. What is not finished or cannot be true',
    'stays out and is named; exit code 1 says so. Where somebody else pushed meanwhile, the commit is made again on',
    'top of theirs. The checkout itself is not touched.',
  ].join('\n'),
  options: {
    branch: { type: 'string', value: '<name>', help: 'where to (default: main)' },
    remote: { type: 'string', value: '<name>', help: 'of which remote (default: origin)' },
  },
  async run({ repository, options, terminal, environment, signal, arguments: [folder = 'artifacts'] }) {
    const collected = await collect(resolve(folder));
    for (const { what, why } of collected.leftOut) terminal.note(`Not committed: ${what}\n${why}`);
    const nothing = collected.parts.every(({ files }) => files.length === 0);
    const commit = nothing
      ? null
      : await commitResults(collected, {
          repository,
          branch: String(options.branch ?? 'main'),
          remote: String(options.remote ?? 'origin'),
          environment,
          signal,
          onRetry: (attempt, why) => terminal.note(`Try ${attempt} came too late (${why}); again on top`),
        });
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
