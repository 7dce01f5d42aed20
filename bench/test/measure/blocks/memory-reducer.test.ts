import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTarget, type TargetVariant } from '../../../src/catalog/targets.ts';
import { withoutMemoryReducer } from '../../../src/measure/blocks/memory-reducer.ts';
import { runCommand } from '../../../src/process/command.ts';
import { repository } from '../../../src/util/repository.ts';

/** A heap that grows and shrinks again, which V8 looks at once more a little later. */
const PROGRAM = `
const kept = [];
let turn = 0;
const timer = setInterval(() => {
  for (let count = 0; count < 2e5; count++) kept.push({ count });
  if (++turn < 12) return;
  clearInterval(timer);
  kept.length = 0;
  setTimeout(() => {}, 2_000);
}, 50);`;
const SOON = ['--gc-memory-reducer-start-delay-ms=300', '--trace-memory-reducer'];

function variantOn(runtime: string, environment: Record<string, string> = {}): TargetVariant {
  const target = readTarget(repository, 'javascript/node-http');
  const manifest = { ...target.manifest, runtime: { ...target.manifest.runtime, name: runtime } };
  return {
    name: 'javascript/made',
    target: { ...target, manifest },
    variant: { id: 'default', description: null, environment } as unknown as TargetVariant['variant'],
  };
}

const environmentOf = (targetVariant: TargetVariant) =>
  withoutMemoryReducer(targetVariant).variant.environment;

const tracesOf = async (environment: Record<string, string>): Promise<number> => {
  const { stdout, exitCode, stderr } = await runCommand([process.execPath, ...SOON, '--eval', PROGRAM], {
    environment: { ...process.env, NODE_OPTIONS: '', ...environment },
    timeoutSeconds: 30,
  });
  assert.equal(exitCode, 0, stderr);
  return stdout.match(/Memory reducer/g)?.length ?? 0;
};

test('V8 on Node does not look for memory to save', { timeout: 60_000 }, async () => {
  const environment = environmentOf(variantOn('Node.js'));
  const [asItIs, without] = await Promise.all([tracesOf({}), tracesOf(environment)]);
  assert.ok(asItIs > 0, `${asItIs}: the program gives it a reason to`);
  assert.equal(without, 0);
});

test('a target keeps the options that it sets itself', () => {
  const node = environmentOf(variantOn('Node.js', { NODE_OPTIONS: '--no-warnings', OWN: '1' }));
  assert.match(node.NODE_OPTIONS ?? '', /^--no-warnings --import=data:\S+$/);
  assert.equal(node.OWN, '1');
  const deno = environmentOf(variantOn('Deno', { DENO_V8_FLAGS: '--stack-size=2000' }));
  assert.match(deno.DENO_V8_FLAGS ?? '', /^--stack-size=2000,--gc-memory-reducer-\S+$/);
});

test('other runtimes are told nothing', () => {
  for (const runtime of ['Bun', 'Go', 'Java'])
    assert.deepEqual(environmentOf(variantOn(runtime)), {}, runtime);
});
