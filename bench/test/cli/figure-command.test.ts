import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { figure } from '../../src/commands/project/figure.ts';
import { exitCodeOf, exitCodes } from '../../src/util/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';

const made = makeRepository();
after(() => made.remove());
made.write('bench/figures/support/describe-errors.ts', '');

test('a figure ends as its script does', async () => {
  made.write('bench/figures/lacks.ts', `process.exit(${exitCodes.missing});\n`);
  assert.equal(await figure.run(invocationIn(made, { arguments: ['lacks'] })), exitCodes.missing);
});

test('one that is stopped by Ctrl-C ends as every command does, not as one that failed', async () => {
  made.write('bench/figures/waits.ts', 'setInterval(() => {}, 1_000);\n');
  const controller = new AbortController();
  const ended = figure.run(invocationIn(made, { arguments: ['waits'], signal: controller.signal }));
  controller.abort(new Error('interrupted'));
  assert.equal(await ended, exitCodes.interrupted);
});

test('what another process ended with is passed on if it is one of our exit codes', () => {
  for (const code of Object.values(exitCodes)) assert.equal(exitCodeOf(code), code);
  for (const other of [125, null]) assert.equal(exitCodeOf(other), exitCodes.failed);
});
