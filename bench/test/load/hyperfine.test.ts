import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hyperfineArguments, parseHyperfine, type TimingPlan } from '../../src/load/hyperfine.ts';
import { partsOf, readFixture } from './fixture.ts';

const plan: TimingPlan = {
  kind: 'cold-start',
  command: ['sh', '-c', 'exec sleep 0.01'],
  prepare: null,
  runs: 10,
  warmup: 1,
  exportFile: '/scratch/normal.json',
};
const where = "hyperfine › “sh -c 'exec sleep 0.01'”";

function parse(name: string) {
  const fixture = readFixture(`hyperfine-${name}`);
  return parseHyperfine(fixture, fixture.exported ?? null, plan);
}

describe('the command', () => {
  test('is the one that was recorded', () => {
    assert.deepEqual(hyperfineArguments(plan), readFixture('hyperfine-normal').arguments);
  });

  test('quotes what hyperfine would split', () => {
    const words = hyperfineArguments({ ...plan, prepare: ['rm', '-f', 'a b', "it's", ''] });
    assert.equal(words[words.indexOf('--prepare') + 1], "rm -f 'a b' 'it'\\''s' ''");
  });

  test('a cold start takes ten runs, a build one', () => {
    assert.deepEqual(
      partsOf(() => hyperfineArguments({ ...plan, runs: 9 })),
      {
        what: 'Too few runs for a cold start',
        where: 'hyperfine › runs',
        expected: 'at least 10',
        seen: '9',
        next: 'Raise the number in the profile (`coldStarts`, `builds`), or set it to 0 to leave them out',
      },
    );
    assert.doesNotThrow(() => hyperfineArguments({ ...plan, kind: 'build', runs: 1 }));
  });
});

describe('what hyperfine left', () => {
  test('the time of each run, in order', () => {
    assert.deepEqual(parse('normal'), {
      seconds: [
        0.012316328000000001, 0.0121796, 0.012057432000000002, 0.012086592, 0.012091933000000001, 0.01207705,
        0.012165561, 0.012075417000000001, 0.012194395, 0.012007899,
      ],
    });
  });

  test('a command that fails', () => {
    assert.deepEqual(
      partsOf(() => parse('failing')),
      {
        what: 'The timed command failed',
        where,
        expected: 'exit code 0 from the command in each run',
        seen: "exit code 1 from hyperfine, “Error: Command terminated with non-zero exit code: 3. Use the '-i'/'--ignore-failure' option if you want to ignore this. Alternatively, use the '--show-output' …”",
        next: 'Run the command by hand and read its output',
      },
    );
  });

  test('a command that is not there', () => {
    assert.equal(
      partsOf(() => parse('absent')).seen,
      "exit code 1 from hyperfine, “Error: Failed to run command 'no-such-program': No such file or directory (os error 2)”",
    );
  });

  test('a hyperfine that was killed', () => {
    assert.deepEqual(
      partsOf(() => parse('killed')),
      {
        what: 'hyperfine was stopped before its last run',
        where,
        expected: '10 runs',
        seen: 'signal SIGKILL, after “Benchmark 1: sleep 0.3”',
        next: 'Run it again',
      },
    );
  });

  test('an export that breaks off, is not there, or is of fewer runs', () => {
    const parts = partsOf(() => parse('truncated'));
    assert.equal(parts.what, 'The export of hyperfine is incomplete');
    assert.equal(parts.expected, 'JSON with one result of 10 times');
    assert.match(parts.seen, /^“\{ "results": \[ \{ "command"/);
    const normal = readFixture('hyperfine-normal');
    assert.equal(partsOf(() => parseHyperfine(normal, null, plan)).seen, 'no file');
    assert.equal(
      partsOf(() => parseHyperfine(normal, normal.exported ?? null, { ...plan, runs: 12 })).seen,
      '10 times',
    );
  });
});
