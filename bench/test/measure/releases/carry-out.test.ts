import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { judgeReleases } from '../../../src/analysis/releases/judge-releases.ts';
import {
  carryOutHistory,
  FrozenReleaseError,
  type HistoryWork,
  repeatSteps,
  stepsToRepeat,
} from '../../../src/measure/releases/carry-out.ts';
import type { PlannedRelease } from '../../../src/measure/releases/choose.ts';
import { type FailedRelease, isFailed } from '../../../src/measure/releases/measure-release.ts';
import { noAnswer, RegistryFault } from '../../../src/measure/releases/registry-client.ts';
import { type Comparison, scenarioOf } from '../../../src/model/index.ts';
import { judgeReleaseFolder } from '../../../src/results/judgement.ts';
import { readReleases, releasesFolder, type StoredReleases } from '../../../src/results/release-store.ts';
import { releaseComparison } from '../../publish/believable-releases.ts';

/** A made-up package: what a request costs with each of its releases, or why there is no figure. */
const COSTS: Readonly<Record<string, number | FailedRelease>> = {
  '1.0.0': 1,
  '1.1.0': { code: 'not-resolvable', reason: 'a native library that it needs is gone' },
  '1.2.0': 1.001,
  '1.3.0': { code: 'fails-contract', reason: 'json.status: 500' },
  '1.4.0': 1.1,
  '1.5.0': 1.101,
};
const FROZEN = '1.2.0';
const SUBJECT = {
  ...{ machine: 'machine', target: 'go/gin', variant: 'raw', askedAt: '2026-06-03T00:00:00.000Z' },
  package: { ecosystem: 'go', name: 'github.com/gin-gonic/gin', role: 'framework', title: 'Gin' },
  scenarios: ['json'],
} satisfies HistoryWork<object>['head'];

let results = '';
beforeEach(() => {
  results = mkdtempSync(join(tmpdir(), 'pitwall-releases-'));
});
afterEach(() => rmSync(results, { recursive: true, force: true }));

interface Side {
  version: string;
}

let done: string[] = [];
let minute = 0;

function workOf(change: Partial<HistoryWork<Side>['effects']> = {}): HistoryWork<Side> {
  const stored = existsSync(join(results, 'releases')) ? read() : null;
  const known = new Map(stored?.history.releases.map((release) => [release.version, release]));
  const planned = Object.keys(COSTS).map(
    (version): PlannedRelease =>
      known.get(version) ?? {
        ...{ version, releasedAt: null, changelog: null },
        outcome: version === FROZEN ? { state: 'frozen' } : null,
      },
  );
  done = [];
  return {
    ...{ results, head: SUBJECT, planned },
    confirmations: [...(stored?.history.confirmations ?? [])],
    scenarios: [scenarioOf('json')],
    effects: {
      async prepare(version) {
        const cost = COSTS[version];
        return typeof cost === 'number' ? { version } : (cost as FailedRelease);
      },
      async measure(base, head): Promise<Comparison> {
        done.push(`${base.version} ${head.version}`);
        const ratio = (COSTS[head.version] as number) / (COSTS[base.version] as number);
        return releaseComparison('machine', minute++, base.version, head.version, [['json', ratio]]);
      },
      report: () => {},
      now: () => new Date('2026-06-03T01:00:00.000Z'),
      isOver: () => false,
      ...change,
    },
  };
}

const read = (): StoredReleases => readReleases(results, releasesFolder(SUBJECT));
const states = (): string[] =>
  read().history.releases.map(({ version, outcome }) =>
    [version, outcome.state, ...(outcome.state === 'failed' ? [outcome.code] : [])].join(' '),
  );

describe('a history of releases is measured', () => {
  test('newest first, with the reason of each that fails, and with its step side by side', async () => {
    assert.equal(await carryOutHistory(workOf()), true);
    assert.deepEqual(done, ['1.2.0 1.5.0', '1.2.0 1.4.0', '1.2.0 1.0.0', '1.2.0 1.4.0']);
    assert.deepEqual(states(), [
      '1.0.0 measured',
      '1.1.0 failed not-resolvable',
      '1.2.0 frozen',
      '1.3.0 failed fails-contract',
      '1.4.0 measured',
      '1.5.0 measured',
    ]);
    const named = judgeReleases(read()).steps.filter(({ state }) => state === 'confirmed');
    assert.deepEqual(
      named.map(({ from, to }) => [from, to]),
      [['1.2.0', '1.4.0']],
    );
    assert.deepEqual(judgeReleaseFolder(read()), [], 'it passes the judgement of results');
  });

  test('oldest first, if only the newest are asked for: what is left is newer than all that the history has', async () => {
    const work = workOf();
    for (const [at, release] of work.planned.entries())
      Object.assign(release, { releasedAt: `2026-05-0${at + 1}T00:00:00.000Z` });
    let measured = 0;
    work.effects.isOver = () => measured++ >= 4;
    assert.equal(await carryOutHistory({ ...work, oldestFirst: true }), false);
    assert.deepEqual(done, ['1.2.0 1.0.0', '1.2.0 1.4.0']);
    assert.ok(!states().some((state) => state.startsWith('1.5.0')));
  });

  test('without a word on a release whose pairs failed for the sake of the frozen one', async () => {
    const failure: FailedRelease = { code: 'not-measured', reason: 'json: no response', side: 'base' };
    await assert.rejects(carryOutHistory(workOf({ measure: async () => failure })), FrozenReleaseError);
    assert.ok(!existsSync(join(results, 'releases')) || !states().some((state) => /1\.5\.0/.test(state)));
  });

  test('release by release: what interrupts it costs the one at hand alone', async () => {
    const failing = workOf();
    const { prepare } = failing.effects;
    failing.effects.prepare = async (version) => {
      if (version === '1.0.0') throw noAnswer({ name: 'made-up' }, 'ECONNREFUSED');
      return prepare(version);
    };
    await assert.rejects(carryOutHistory(failing), RegistryFault);
    assert.deepEqual(
      states().filter((line) => line.endsWith('measured')),
      ['1.4.0 measured', '1.5.0 measured'],
    );
    assert.deepEqual(judgeReleaseFolder(read()), []);
    await carryOutHistory(workOf());
    assert.deepEqual(done, ['1.2.0 1.0.0', '1.2.0 1.4.0'], 'only what was left');
    await carryOutHistory(workOf());
    assert.deepEqual(done, [], 'nothing is left');
  });

  test('until the time is used up', async () => {
    let turns = 0;
    assert.equal(await carryOutHistory(workOf({ isOver: () => turns++ > 0 })), false);
    assert.deepEqual(states(), ['1.2.0 frozen', '1.5.0 measured']);
  });

  test('not at all if the frozen release fails', async () => {
    const work = workOf({ prepare: async () => ({ code: 'does-not-build', reason: 'no compiler' }) });
    await assert.rejects(carryOutHistory(work), FrozenReleaseError);
    assert.ok(!existsSync(join(results, 'releases')));
  });

  test('once more on another day, beside the first confirmation', async () => {
    await carryOutHistory(workOf());
    assert.deepEqual(stepsToRepeat(read(), new Date('2026-06-03T23:00:00.000Z')), [], 'not on the same day');
    const left = stepsToRepeat(read(), new Date('2026-06-04T01:00:00.000Z'));
    const again = workOf();
    const { measure } = again.effects;
    again.effects.measure = async (...words) => {
      const made = await measure(...words);
      if (isFailed(made)) return made;
      const [startedAt, finishedAt] = ['2026-06-04T01:00:00.000Z', '2026-06-04T01:01:00.000Z'];
      return { ...made, id: '20260604T010000Z-6c9f8ca', startedAt, finishedAt };
    };
    await repeatSteps(again, left);
    assert.deepEqual(done, ['1.2.0 1.4.0']);
    const [step] = judgeReleases(read()).steps.filter(({ state }) => state === 'confirmed');
    assert.deepEqual([step?.repeats.length, step?.isOfTwoDays], [1, true]);
    assert.deepEqual(judgeReleaseFolder(read(), Date.parse('2026-06-05')), []);
    assert.deepEqual(stepsToRepeat(read(), new Date('2026-06-05')), [], 'two days are enough');
  });

  test('once more with the largest step first, in case time runs out', async () => {
    const costOf = (version: string): number => (version === '1.0.0' ? 0.93 : (COSTS[version] as number));
    const measure: HistoryWork<Side>['effects']['measure'] = async (base, head) => {
      const ratio = costOf(head.version) / costOf(base.version);
      return releaseComparison('machine', minute++, base.version, head.version, [['json', ratio]]);
    };
    await carryOutHistory(workOf({ measure }));
    assert.deepEqual(
      stepsToRepeat(read(), new Date('2026-06-04')).map(({ from, to }) => `${from} ${to}`),
      ['1.2.0 1.4.0', '1.0.0 1.2.0'],
    );
  });

  test('anew, what had a figure keeps it until there is another', async () => {
    await carryOutHistory(workOf());
    const anew = (change: Partial<HistoryWork<Side>['effects']>) => {
      const work = workOf(change);
      for (const release of work.planned)
        if (release.outcome?.state === 'measured')
          Object.assign(release, { outcome: null, former: release.outcome });
      return carryOutHistory(work);
    };
    const before = read().history.releases;
    assert.equal(await anew({ isOver: () => done.length > 0 }), false);
    const [first, ...others] = read().history.releases.toReversed();
    assert.notDeepEqual(first, before.at(-1), 'the one that came to its turn');
    assert.deepEqual(others.toReversed(), before.slice(0, -1));
    await anew({ measure: async () => ({ code: 'not-measured', reason: 'json: no answer' }) });
    assert.ok(states().includes('1.5.0 measured'), 'a failure does not take the figure away');
    assert.deepEqual(judgeReleaseFolder(read()), []);
  });

  test('a figure that is replaced leaves no file behind', async () => {
    await carryOutHistory(workOf());
    const work = workOf();
    for (const release of work.planned) if (release.version === '1.0.0') release.outcome = null;
    await carryOutHistory(work);
    assert.deepEqual(judgeReleaseFolder(read()), []);
  });
});
