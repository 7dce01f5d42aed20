import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { JudgedReleases } from '../../../src/analysis/releases.ts';
import { bisect } from '../../../src/commands/releases/bisect.ts';
import { releases } from '../../../src/commands/releases/releases.ts';
import type { Bisection } from '../../../src/measure/releases/bisect.ts';
import { which } from '../../../src/process/which.ts';
import { judgeReleaseFolder } from '../../../src/results/judgement.ts';
import { readAllReleases } from '../../../src/results/release-store.ts';
import { exitCodes } from '../../../src/util/errors.ts';
import { skipWithoutWrk } from '../support/bench.ts';
import { refusalOf } from '../support/errors.ts';
import { type GoRepository, makeGoRepository } from '../support/go-repository.ts';
import { invocationIn } from '../support/invocation.ts';

/** `bench releases` and `bench bisect` as a person calls them, with a made-up registry and real servers. */

const skip =
  which('go') === null ? 'no Go on this machine: the small target is written in it' : skipWithoutWrk;
const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
/** Turns of the loop in each request, beside which the rest of a request is small; and some more. */
const [TURNS, MORE] = [80_000, 120_000];
const [UNCHANGED, CHANGED] = ['a'.repeat(40), 'b'.repeat(40)];

describe('the commands releases and bisect', { skip }, () => {
  let go: GoRepository;
  before(async () => {
    const pseudo = (hour: string, commit: string) => ({
      ...{ version: `v1.1.1-0.202601020${hour}0000-${commit.slice(0, 12)}`, commit },
      releasedAt: new Date(`2026-01-02T0${hour}:00:00Z`),
    });
    go = await makeGoRepository([
      { version: 'v1.0.0', releasedAt: day('2025-01-01'), turns: TURNS },
      { version: 'v1.1.0', releasedAt: day('2025-02-01'), turns: TURNS },
      { version: 'v1.2.0', releasedAt: day('2026-02-01'), turns: MORE },
      { ...pseudo('3', UNCHANGED), turns: TURNS },
      { ...pseudo('4', CHANGED), turns: MORE },
    ]);
  });
  after(() => go?.remove());

  const call = (words: string[], options: Record<string, string | boolean | string[]> = {}) => ({
    ...invocationIn(go.made, { arguments: words, options: { seed: '1', json: true, ...options } }),
    environment: process.env,
  });
  const history = async (options: Record<string, string | boolean | string[]>) => {
    const asked = call(['go/busy'], { scenario: ['json'], pairs: '8', from: '2020-01-01', ...options });
    const code = await releases.run(asked);
    return { code, asked };
  };
  const confirmed = (text: string) =>
    (JSON.parse(text) as JudgedReleases).steps.filter(({ state }) => state === 'confirmed');
  const faults = () => readAllReleases(go.made.repository.results).flatMap(judgeReleaseFolder);

  test('the releases that would be measured are listed, and nothing is written', async () => {
    const { code, asked } = await history({ list: true });
    assert.equal(code, exitCodes.ok);
    assert.match(asked.progress(), /to measure: Busy 1\.1\.0[\s\S]*to measure: Busy 1\.2\.0/);
    assert.ok(!existsSync(join(go.made.repository.results, 'releases')));
  });

  test('a history names the release that costs more, measured side by side', async () => {
    const { code, asked } = await history({});
    assert.equal(code, exitCodes.ok);
    const [step, ...others] = confirmed(asked.output());
    assert.deepEqual([step?.from, step?.to, others], ['1.1.0', '1.2.0', []], asked.output());
    assert.ok((step?.ratio ?? 0) > 1.15, asked.output());
    assert.deepEqual(faults(), []);
  });

  test('once more, the step stands beside the first, and the registry is not asked anew', async () => {
    const askedAt = () => readAllReleases(go.made.repository.results)[0]?.history.askedAt;
    const before = askedAt();
    const { code, asked } = await history({ repeat: true });
    assert.equal(askedAt(), before);
    assert.equal(code, exitCodes.ok);
    const [step] = confirmed(asked.output());
    assert.equal(step?.repeats.length, 1);
    assert.ok((step?.repeats[0]?.effect.low ?? 0) > 1, asked.output());
    assert.deepEqual(faults(), []);
  });

  test('only what came since is measured', async () => {
    go.registry.releases.push({ version: 'v1.2.1', releasedAt: day('2026-03-01'), turns: MORE });
    const { asked } = await history({ newest: true });
    const measured = asked.progress().match(/go\/busy: Busy \S+ beside \S+/g);
    assert.deepEqual(measured, ['go/busy: Busy 1.2.1 beside 1.0.0']);
    const { releases: rows } = JSON.parse(asked.output()) as JudgedReleases;
    assert.equal(rows.at(-1)?.version, '1.2.1');
    assert.deepEqual(faults(), []);
  });

  test('a bisection names the release', async () => {
    const asked = call(['go/busy@work=1.0.0..1.2.1'], { scenario: 'json' });
    assert.equal(await bisect.run(asked), exitCodes.ok);
    const { state, from, to } = JSON.parse(asked.output()) as Bisection;
    assert.deepEqual([state, from, to], ['found', '1.1.0', '1.2.0'], asked.output());
  });

  test('and the commit, where commits are given', async () => {
    const file = join(go.made.repository.root, 'state/commits');
    writeFileSync(file, `${UNCHANGED}\n${CHANGED} Say more\n`);
    const asked = call(['go/busy@work=1.1.0..1.2.0'], { scenario: 'json', commits: file });
    assert.equal(await bisect.run(asked), exitCodes.ok);
    const { state, from, to } = JSON.parse(asked.output()) as Bisection;
    assert.deepEqual([state, from, to], ['found', UNCHANGED, CHANGED], asked.output());
  });

  test('a question that has no answer is refused before anything is measured', async () => {
    const empty = join(go.made.repository.root, 'state/empty');
    writeFileSync(empty, '\n');
    const refusals: [string, Record<string, string>, RegExp][] = [
      ['go/busy@work=1.2.0..1.1.0', {}, /older/],
      ['go/busy@work=1.1.0', {}, /older/],
      ['go/busy@work=1.1.0..1.9.0', {}, /such as 1\.2\.1/],
      ['go/busy@work=1.1.0..1.2.0', { commits: empty }, /none/],
      ['go/busy@work=1.1.0..1.2.0', { commits: `${empty}-gone` }, /no such file/],
    ];
    for (const [question, options, pattern] of refusals)
      assert.match((await refusalOf(() => bisect.run(call([question], options)))).message, pattern, question);
  });
});
