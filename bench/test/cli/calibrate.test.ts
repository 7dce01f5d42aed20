import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireLoaders } from '../../src/commands/measuring/calibrate.ts';
import type { FoundTool, MissingTool } from '../../src/load/tools.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';

test('known latencies that were asked for are not left out in silence', async () => {
  const wrk: FoundTool = { state: 'found', tool: 'wrk', path: '/usr/bin/wrk', version: '4.1.0' };
  const oha: MissingTool = {
    state: 'missing',
    tool: 'oha',
    costs: 'latency at a fixed rate',
    seen: null,
    next: 'cargo install oha',
  };
  const tools = { loaders: { wrk }, missingTools: [oha] };
  const { what, next, exitCode } = await refusalOf(() => requireLoaders(tools, true));
  assert.equal(what, 'The loader of the known latencies is not available');
  assert.deepEqual([next, exitCode], ['cargo install oha', exitCodes.missing]);
  assert.doesNotThrow(() => requireLoaders(tools, false), 'among other things, they are left out and named');
});
