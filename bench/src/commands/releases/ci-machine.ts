import { writeOutputs } from '../../ci/workflow-file.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Command } from '../command.ts';
import { machineId } from '../measuring/session.ts';

export const ciMachine: Command = {
  name: 'ci machine',
  summary: 'print the id under which results of this machine are filed',
  takes: '',
  details: 'In a workflow, also sets the output `machine`.',
  options: {},
  async run({ terminal, environment, signal }) {
    const machine = await machineId({ environment, signal });
    writeOutputs(environment, { machine });
    terminal.print(machine);
    return exitCodes.ok;
  },
};
