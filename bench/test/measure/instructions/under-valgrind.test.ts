import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTargets, selectVariants } from '../../../src/catalog/targets.ts';
import { buildForCounting, underValgrind } from '../../../src/measure/instructions/under-valgrind.ts';
import { PitwallError } from '../../../src/util/errors.ts';
import { repository } from '../../../src/util/repository.ts';

const targetVariantOf = (name: string) => {
  const [targetVariant] = selectVariants(readTargets(repository), [name]);
  assert.ok(targetVariant, name);
  return targetVariant;
};
const startOf = (name: string): string =>
  underValgrind(targetVariantOf(name), 'valgrind', '/tmp/x').target.manifest.process.start.join(' ');

test('each runtime starts under valgrind in the way that makes it do the same thing twice', () => {
  assert.match(startOf('c/epoll'), /^valgrind --tool=callgrind --instr-atstart=no .*\.\/build\/server$/);
  assert.match(startOf('rust/axum'), /^valgrind .* target\/release\/server$/);
  assert.match(startOf('javascript/node-http'), /node --single-threaded .*--no-opt .*--hash-seed=1/);
  assert.match(startOf('go/gin:raw'), /^valgrind --tool=cachegrind .* build\/counted\/server$/);
});

test('Go is built with its tag for valgrind beside its own, elsewhere than the build that is measured', () => {
  const target = buildForCounting(targetVariantOf('go/gin:raw'));
  const build = target.manifest.process.build.map((command) => command.join(' ')).join('; ');
  assert.match(build, /^env CGO_ENABLED=0 go build -tags=sonic,valgrind /);
  assert.match(build, /-o build\/counted\/server/);
  assert.deepEqual(target.manifest.process.artifact, ['build/counted/server']);
  assert.notEqual(target.build, targetVariantOf('go/gin:raw').target.build);
  assert.equal(buildForCounting(targetVariantOf('rust/axum')).build, 'rust/axum');
});

test('a runtime that valgrind cannot execute is refused, with what to do instead', () => {
  assert.throws(
    () => underValgrind(targetVariantOf('java/vertx'), 'valgrind', 'x'),
    (error: unknown) => error instanceof PitwallError && /duet/.test(error.next),
  );
});
