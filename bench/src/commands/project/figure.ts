import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitCodeOf, exitCodes } from '../../util/errors.ts';
import { unknownName } from '../../util/usage-errors.ts';
import type { Command } from '../command.ts';

/** Runs a script of bench/figures on the pinned Node: each prints one figure of bench/ACCURACY.md. */
export const figure: Command = {
  name: 'figure',
  summary: 'print one of the figures by which Pitwall measures itself (bench/ACCURACY.md)',
  takes: '[name] [arguments...]',
  options: {},
  async run({ arguments: [name, ...rest], repository, terminal, signal }) {
    const folder = join(repository.root, 'bench', 'figures');
    const known = readdirSync(folder).flatMap((file) => /^(.*)\.ts$/.exec(file)?.[1] ?? []);
    if (name === undefined) {
      terminal.print(known.join('\n'));
      return exitCodes.ok;
    }
    if (!known.includes(name)) {
      throw unknownName('figure', name, known, { next: 'List them with: npm run figure' });
    }
    return new Promise((resolve) => {
      const describeErrors = pathToFileURL(join(folder, 'support', 'describe-errors.ts')).href;
      const script = join(folder, `${name}.ts`);
      const child = spawn(process.execPath, ['--import', describeErrors, script, ...rest], {
        stdio: 'inherit',
      });
      signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
      child.on('exit', (code) => resolve(signal.aborted ? exitCodes.interrupted : exitCodeOf(code)));
    });
  },
};
