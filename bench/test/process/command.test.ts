import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../../src/process/command.ts';
import { commandOf, readAllStats } from '../../src/process/proc.ts';
import { PitwallError } from '../../src/util/errors.ts';

const runs = (text: string): boolean => readAllStats().some(({ pid }) => commandOf(pid).includes(text));

test('both outputs, the exit code and input come through whole', async () => {
  const result = await runCommand(['sh', '-c', 'cat; echo problem >&2; exit 4'], { input: '成功\n' });
  assert.deepEqual(
    [result.stdout, result.stderr, result.exitCode, result.signal, result.timedOut],
    ['成功\n', 'problem\n', 4, null, false],
  );
});

test('its CPU time is reported, or missing where nobody counts so finely, never none', async () => {
  const { cpuNanoseconds, source } = (await runCommand(['true'])).usage;
  if (cpuNanoseconds === null) assert.equal(source, 'proc');
  else assert.ok(cpuNanoseconds > 0);
});

test('a large output is whole', async () => {
  const { stdout } = await runCommand(['sh', '-c', 'head -c 3000000 /dev/zero | tr "\\0" x']);
  assert.equal(stdout.length, 3_000_000);
});

test('lines arrive as they are written, the last without its end as well', async () => {
  const lines: string[] = [];
  await runCommand(['printf', 'one\ntwo\r\nthree'], { onLine: (line) => lines.push(line) });
  assert.deepEqual(lines, ['one', 'two', 'three']);
});

test('a command that hangs is ended and says so', async () => {
  const began = performance.now();
  const result = await runCommand(['sh', '-c', 'trap "" TERM; echo before; sleep 304'], {
    timeoutSeconds: 1,
  });
  assert.equal(result.timedOut, true);
  assert.equal(result.stdout, 'before\n');
  assert.ok(performance.now() - began < 10_000);
  assert.ok(!runs('sleep 304'));
});

test('a command is interrupted when asked, and has its own word on how it ends', async () => {
  const script = 'trap "echo reported; exit 7" INT; while :; do sleep 0.02; done';
  const result = await runCommand(['sh', '-c', script], { interruptAfterSeconds: 1, timeoutSeconds: 20 });
  assert.equal(result.stdout, 'reported\n');
  assert.equal(result.exitCode, 7);
  assert.equal(result.timedOut, false);
  assert.ok(result.seconds > 0.9, `${result.seconds} s`);
});

test('an abort ends the whole tree and throws its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('interrupted');
  setTimeout(() => controller.abort(reason), 100);
  await assert.rejects(
    runCommand(['sh', '-c', 'sleep 305 & sleep 306'], { signal: controller.signal }),
    reason,
  );
  assert.ok(!runs('sleep 305') && !runs('sleep 306'));
  await assert.rejects(runCommand(['true'], { signal: controller.signal }), reason);
});

test('children that outlive the command are ended and hold nothing up', async () => {
  const began = performance.now();
  const { stdout } = await runCommand(['sh', '-c', 'sleep 307 & echo done']);
  assert.equal(stdout, 'done\n');
  assert.ok(performance.now() - began < 2_000);
  assert.ok(!runs('sleep 307'));
});

test('output beyond the bound is an error, not a part', async () => {
  await assert.rejects(
    runCommand(['sh', '-c', 'yes'], { maxBytes: 10_000 }),
    (error) => error instanceof PitwallError && error.expected.includes('10000'),
  );
});
