import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type AskedReleases,
  defaultFrom,
  planReleases,
} from '../../../src/measure/releases/planned-releases.ts';
import { RegistryFault } from '../../../src/measure/releases/registry-client.ts';
import {
  continued,
  type HistorySubject,
  scenariosOfHistory,
  subjectOf,
} from '../../../src/measure/releases/subject.ts';
import { type Release, type ReleaseHistory, type Scenario, scenarioOf } from '../../../src/model/index.ts';
import { which } from '../../../src/process/which.ts';
import { releasesFolder, writeHistory, writeReleaseComparison } from '../../../src/results/release-store.ts';
import { renderPlan } from '../../../src/terminal/releases.ts';
import { createTerminal } from '../../../src/terminal/terminal.ts';
import { PitwallError } from '../../../src/util/errors.ts';
import { releaseComparison } from '../../publish/believable-releases.ts';
import { refusalOf } from '../support/errors.ts';
import { type GoRepository, makeGoRepository } from '../support/go-repository.ts';

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const EVERYTHING: AskedReleases = {
  ...{ newest: false, from: day('2020-01-01'), last: null },
  ...{ frozen: null, tryAgain: false },
};
const json = scenarioOf('json');
const skip = which('go') === null && 'no Go on this machine: its client asks the registry';

describe('a history is planned', { skip }, () => {
  let go: GoRepository;
  let subject: HistorySubject;
  before(async () => {
    go = await makeGoRepository([
      { version: 'v1.1.0', releasedAt: day('2025-03-01') },
      { version: 'v1.0.0', releasedAt: day('2025-01-01') },
      { version: 'v1.2.0-rc.1', releasedAt: day('2025-04-01') },
      { version: 'v1.2.0', releasedAt: day('2025-05-01') },
      {
        ...{ version: 'v1.2.1', releasedAt: day('2025-06-01') },
        goMod: '\nretract v1.2.0 // it loses \u202e every second answer\n',
      },
    ]);
    subject = subjectOf(go.made.repository, {
      ...{ name: 'go/busy', package: null, together: [], machine: 'machine' },
    });
  });
  after(() => go?.remove());

  const plan = (
    asked: Partial<AskedReleases> = {},
    history: ReleaseHistory | null = null,
    scenarios: readonly Scenario[] = [json],
  ) =>
    planReleases({
      ...{ repository: go.made.repository, subject, before: history, scenarios },
      asked: { ...EVERYTHING, ...asked },
      environment: process.env,
      signal: new AbortController().signal,
    });
  const shown = (rows: readonly { version: string; outcome: Release['outcome'] | null }[]): string[] =>
    rows.map(({ version, outcome }) => {
      const code = outcome?.state === 'left-out' ? ` ${outcome.code}` : '';
      return `${version} ${outcome === null ? 'to measure' : outcome.state}${code}`;
    });

  test('by the versions of the registry: the one of the lock file is frozen, others keep their reason', async () => {
    const rows = await plan();
    assert.deepEqual(shown(rows), [
      '1.0.0 to measure',
      '1.1.0 frozen',
      '1.2.0-rc.1 left-out pre-release',
      '1.2.0 left-out withdrawn',
      '1.2.1 to measure',
    ]);
    const reason = rows[3]?.outcome?.state === 'left-out' ? rows[3].outcome.reason : '';
    assert.match(reason, /it loses/);
    assert.doesNotMatch(reason, /\u202e/, 'texts of strangers are shown in full');
    assert.equal(rows[4]?.releasedAt, '2025-06-01T00:00:00.000Z');
  });

  test('as a table, the newest first, with what is left out and why', async () => {
    const rows = await plan();
    const lines: string[] = [];
    const stream = { write: (text: string) => lines.push(text) };
    const terminal = createTerminal(stream, stream, {});
    const [title, together, , , ...releases] = renderPlan(
      { ...subject.head, together: ['example.org/made/other'] },
      rows,
      terminal,
    ).split('\n');
    assert.match(title ?? '', /\(example\.org\/made\/work\) in go\/busy: 2 releases to measure$/);
    assert.equal(together, 'moves together with example.org/made/other');
    assert.deepEqual(
      releases.map((line) => line.replaceAll(/ {2,}/g, ' | ').replace(/: .*/, '')),
      [
        '1.2.1 | 2025-06-01 | to measure',
        '1.2.0 | 2025-05-01 | withdrawn',
        '1.2.0-rc.1 | 2025-04-01 | pre release',
        '1.1.0 | 2025-03-01 | frozen',
        '1.0.0 | 2025-01-01 | to measure',
      ],
    );
  });

  const historyOf = (releases: Release[]): ReleaseHistory => {
    const history: ReleaseHistory = {
      schemaVersion: 1,
      ...subject.head,
      scenarios: ['json'],
      releases,
      confirmations: [],
    };
    const folder = releasesFolder(history);
    for (const { version, outcome } of releases)
      if (outcome.state === 'measured')
        writeReleaseComparison(go.made.repository.results, folder, {
          ...releaseComparison('machine', 1, '1.1.0', version, [['json', 1]]),
          id: outcome.comparison,
        });
    writeHistory(go.made.repository.results, history);
    return history;
  };
  const row = (version: string, outcome: Release['outcome']): Release => ({
    ...{ version, releasedAt: null, changelog: null, outcome },
  });
  const measured = { state: 'measured', comparison: 'one' } as const;

  test('what was measured stays, even if it was withdrawn or is gone', async () => {
    const before = historyOf([
      row('0.9.0', { state: 'measured', comparison: 'older' }),
      row('1.1.0', { state: 'frozen' }),
      row('1.2.0', measured),
    ]);
    assert.deepEqual(shown(await plan({ newest: true }, before)), [
      '0.9.0 measured',
      '1.1.0 frozen',
      '1.2.0 measured',
      '1.2.1 to measure',
    ]);
    await refusalOf(() => plan({ frozen: '1.2.1' }, before));
    const gone = historyOf([row('1.0.1', { state: 'frozen' }), row('1.2.0', measured)]);
    assert.ok(shown(await plan({}, gone)).includes('1.0.1 frozen'), 'the frozen one included');
  });

  test('a scenario whose version changed in between is measured anew, and its figure stays until then', async () => {
    const before = historyOf([row('1.1.0', { state: 'frozen' }), row('1.2.0', measured)]);
    const rows = await plan({}, before, [{ ...json, version: json.version + 1 }]);
    const stale = rows.find(({ version }) => version === '1.2.0');
    assert.deepEqual([stale?.outcome, stale?.former], [null, measured]);
  });

  test('one that failed is tried again only if that is asked for', async () => {
    const failed = {
      state: 'failed',
      code: 'does-not-build',
      reason: 'no',
      triedAt: '2025-06-02T00:00:00.000Z',
    } as const;
    const before = historyOf([row('1.1.0', { state: 'frozen' }), row('1.2.1', failed)]);
    assert.ok(shown(await plan({}, before)).includes('1.2.1 failed'));
    assert.ok(shown(await plan({ tryAgain: true }, before)).includes('1.2.1 to measure'));
  });

  test('a release that the registry does not list cannot be the frozen one', async () => {
    const refusal = await refusalOf(() => plan({ frozen: 'v1.1.7' }));
    assert.match(refusal.next, /--frozen 1\.1\.0/);
  });

  test('a release that is named alone must be one of the registry', async () => {
    assert.deepEqual(shown(await plan({ only: ['1.0.0'] })), ['1.0.0 to measure', '1.1.0 frozen']);
    const { message } = await refusalOf(() => plan({ only: ['1.0.7'] }));
    assert.match(message, /--release.*1\.0\.0/s);
  });

  test('a package without releases, and a registry that does not answer, are distinguished', async () => {
    const { releases } = go.registry;
    const all = releases.splice(0);
    const none = await refusalOf(() => plan());
    assert.ok(!(none instanceof RegistryFault), none.message);
    assert.match(none.what, /no release/);
    releases.push(...all);
    go.registry.isDown = true;
    const fault = await refusalOf(() => plan());
    assert.ok(fault instanceof RegistryFault, fault.message);
    go.registry.isDown = false;
  });

  test('packages that move together are those of the history, whatever is named later', () => {
    const moving = {
      ...historyOf([row('1.1.0', { state: 'frozen' })]),
      together: ['example.org/made/other'],
    };
    assert.deepEqual(continued(subject, moving).head.together, ['example.org/made/other']);
    const named = { ...subject, head: { ...subject.head, together: ['example.org/made/third'] } };
    assert.throws(() => continued(named, moving), PitwallError);
    assert.equal(continued(subject, null).head.together, undefined);
  });

  test('a history keeps its scenarios, and others join them', () => {
    const { targetVariant } = subject;
    const ids = (scenarios: readonly Scenario[]) => scenarios.map(({ id }) => id);
    assert.deepEqual(ids(scenariosOfHistory(targetVariant, null, null)), ['json', 'json-large']);
    const before = historyOf([row('1.1.0', { state: 'frozen' })]);
    const asked = [scenarioOf('plaintext')];
    assert.deepEqual(ids(scenariosOfHistory(targetVariant, asked, before)), ['json', 'plaintext']);
    assert.throws(() => scenariosOfHistory(targetVariant, [scenarioOf('users')], null), PitwallError);
  });
});

test('releases are those of the last years, unless so many of the newest are asked for', () => {
  assert.equal(defaultFrom(null, day('2026-11-23'))?.toISOString(), '2023-11-23T00:00:00.000Z');
  assert.equal(defaultFrom(5, day('2026-11-23')), null);
});
