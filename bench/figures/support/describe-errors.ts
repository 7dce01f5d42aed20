import { stopAllTrees } from '../../src/process/tree/running-trees.ts';
import { createTerminal } from '../../src/terminal/terminal.ts';
import { describeError, exitCodes, PitwallError } from '../../src/util/errors.ts';

/** Loaded before the script of a figure: an error that the harness foresaw reads as it does in a command, without a stack. */
process.on('uncaughtException', (error) => {
  stopAllTrees();
  const isForeseen = error instanceof PitwallError;
  if (isForeseen) createTerminal(process.stdout, process.stderr, process.env).note(describeError(error));
  else console.error(error);
  process.exit(isForeseen ? error.exitCode : exitCodes.failed);
});
