import { annotationOfError } from './ci/github/annotation.ts';
import { workflowCommand } from './ci/workflow-file.ts';
import { commands } from './commands/index.ts';
import { runCommandLine } from './commands/program.ts';
import { stopAllTrees } from './process/tree/running-trees.ts';
import { createTerminal, type Terminal } from './terminal/terminal.ts';
import { refusedWrite } from './util/atomic-file.ts';
import { describeError, type ExitCode, exitCodes, PitwallError } from './util/errors.ts';
import { repository } from './util/repository.ts';

/**
 * `bench show | head` closes its end early (EPIPE, or ECONNRESET if it left something unread), and a closed terminal takes
 * no more words (EIO): neither is an error, and no reason to end a run.
 */
const NOBODY_READING = ['EPIPE', 'ECONNRESET', 'EIO'];

/**
 * A signal to the whole process group arrives here twice, because bin/bench.mjs passes its own on. Within this time it
 * is one signal.
 */
const ONE_SIGNAL_MILLISECONDS = 300;

// After the constants: what is below is not evaluated until the command has ended.
process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<ExitCode> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreNobodyReading);
  const terminal = createTerminal(process.stdout, process.stderr, process.env);
  const interruption = interruptible(terminal);
  try {
    return await runCommandLine(words, commands, {
      repository,
      terminal,
      environment: process.env,
      signal: interruption.signal,
    });
  } catch (error) {
    terminal.clear();
    if (interruption.signal.aborted) return exitCodes.interrupted;
    const known = error instanceof PitwallError ? error : refusedWrite(error);
    if (known === null) throw error;
    terminal.note(describeError(known));
    // Annotates the lines of a pull request, where its author looks first.
    if (process.env.GITHUB_ACTIONS === 'true')
      terminal.command(workflowCommand(annotationOfError(repository.root, known)));
    return known.exitCode;
  } finally {
    stopAllTrees();
  }
}

function ignoreNobodyReading(error: NodeJS.ErrnoException): void {
  if (!NOBODY_READING.includes(error.code ?? '')) throw error;
}

/** The first Ctrl-C stops servers, loaders and databases and keeps what was measured; the second ends at once. */
function interruptible(terminal: Terminal): AbortController {
  const controller = new AbortController();
  let firstAt = 0;
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      if (performance.now() - firstAt < ONE_SIGNAL_MILLISECONDS) return;
      stopAllTrees();
      process.exit(exitCodes.interrupted);
    }
    terminal.note(
      'Stopping: ending servers, loaders and databases. What was measured is kept. (Again to end at once.)',
    );
    controller.abort(new Error('interrupted'));
    // Only now: what the abort sets off may take a while.
    firstAt = performance.now();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // The terminal was closed, or its connection lost.
  process.on('SIGHUP', onSignal);
  // bin/bench.mjs, which waits for this process, was killed: nothing else would end it.
  process.on('disconnect', onSignal);
  // The channel alone must not keep a finished command running.
  process.channel?.unref();
  return controller;
}
