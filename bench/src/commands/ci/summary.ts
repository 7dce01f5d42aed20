import { join, resolve, sep } from 'node:path';
import {
  annotationsOf,
  jobSummary,
  readCounted,
  readRunFolderName,
  readVerified,
} from '../../ci/github/job-summary.ts';
import { workflowCommand, writeSummary } from '../../ci/workflow-file.ts';
import type { TargetRun } from '../../model/index.ts';
import { RunStore } from '../../results/run-store.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import type { Command } from '../command.ts';

export const ciSummary: Command = {
  name: 'ci summary',
  summary: "summarise a target's job: a table for the job, an annotation for each failed check",
  takes: '<target>',
  details: 'A missing or empty file means that its step was not reached.',
  options: {
    verify: { type: 'string', value: '<file>', help: 'what `verify --json` printed' },
    run: { type: 'string', value: '<file>', help: 'what `run --json` printed' },
    instructions: { type: 'string', value: '<file>', help: 'what `instructions --json` printed' },
  },
  async run({ repository, options, terminal, environment, arguments: [target = 'target'] }) {
    const verified = options.verify === undefined ? null : readVerified(String(options.verify));
    const counted = options.instructions === undefined ? null : readCounted(String(options.instructions));
    const folder = options.run === undefined ? null : readRunFolderName(String(options.run));
    const smoke = folder === null ? null : targetsOf(repository, folder);
    for (const annotation of verified ? annotationsOf(repository.root, verified) : [])
      terminal.command(workflowCommand(annotation));
    const markdown = jobSummary(target, { verified, counted, smoke });
    if (!writeSummary(environment, markdown)) terminal.print(markdown);
    return exitCodes.ok;
  },
};

function targetsOf(repository: Repository, folder: string): TargetRun[] | null {
  const path = resolve(join(repository.root, folder));
  return path.startsWith(`${repository.results}${sep}`) ? RunStore.open(path).targets() : null;
}
