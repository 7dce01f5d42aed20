import { join, relative } from 'node:path';
import { handlerLines } from '../../catalog/handler-lines.ts';
import { targetFolders } from '../../catalog/targets.ts';
import { githubOf } from '../../ci/github/github.ts';
import { insteadOfIssues, issuesAreOff, withIssues } from '../../ci/github/issues.ts';
import { alertOfReleases, costlyReleases, type IssueSource, releaseTexts } from '../../ci/release-alert.ts';
import { writeSummary } from '../../ci/workflow-file.ts';
import { olderFolder } from '../../measure/packages/older.ts';
import { readSoundReleases } from '../../results/judgement.ts';
import { exitCodes } from '../../util/errors.ts';
import { plural } from '../../words/index.ts';
import type { Command } from '../command.ts';

export const ciReleases: Command = {
  name: 'ci releases',
  summary: 'open one issue for each new release that costs more than the minimum effect',
  takes: '',
  details: [
    'Reads the histories of this checkout: what was measured and not committed is no news, and what another run committed',
    'is. An issue says what costs more, how much, which command shows it, and with which program, so that it can be sent to',
    'the authors as it is. Where issues are switched off, the summary of the job says it instead. Needs GITHUB_TOKEN with',
    'issues: write.',
  ].join(' '),
  options: {},
  async run({ repository, terminal, environment, signal }) {
    const known = targetFolders(repository);
    // Of a target that is gone there is no program to show.
    const stored = readSoundReleases(repository.results).filter(({ history }) =>
      known.includes(history.target),
    );
    const costly = costlyReleases(stored, new Date());
    const github = githubOf(environment, signal);
    const folderOf = (target: string): string => join(repository.targets, target);
    const source: IssueSource = {
      webAddress: github.webAddress,
      handlerOf: (target, route) => handlerLines(folderOf(target), route),
      olderOf: (target, name, version) => {
        const older = olderFolder(folderOf(target), name, version);
        return older && relative(folderOf(target), older);
      },
    };
    const opened = costly.length === 0 ? [] : await withIssues(() => alertOfReleases(github, costly, source));
    if (opened === null) {
      terminal.note(issuesAreOff(github));
      writeSummary(environment, insteadOfIssues(github, releaseTexts(costly, source)));
    }
    const list = opened?.join(', ') || 'none';
    terminal.print(`${plural(costly.length, 'release')} with higher costs; issues opened: ${list}`);
    return exitCodes.ok;
  },
};
