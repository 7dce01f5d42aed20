import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releasesDataSchema, type ShownHistory, type ShownStep } from '@pitwall/bench/model';
import { releasesData } from '../../bench/src/publish/data/releases-data.ts';
import { believableReleases, releaseComparison } from '../../bench/test/publish/believable-releases.ts';
import {
  confirmedSteps,
  historyTitle,
  largestSteps,
  leftOutReleases,
  releaseChart,
  releasesWithRow,
  repeatSentences,
  stepSentence,
} from '../src/lib/releases-view.ts';
import { messagesOf } from '../src/messages/index.ts';

const FOLDER = 'releases/m/go-gin.raw/github.com-gin-gonic-gin';

function historyOf(change: (made: ReturnType<typeof believableReleases>) => void = () => {}): ShownHistory {
  const made = believableReleases('m');
  change(made);
  const data = releasesData([{ folder: FOLDER, ...made }], () => 'Gin');
  const [history] = releasesDataSchema.parse(data).histories;
  assert.ok(history);
  return history;
}

test('a history keeps every release, with its costs beside the frozen one', () => {
  const { frozen, releases, steps } = historyOf();
  assert.equal(frozen, '1.9.1');
  assert.deepEqual(
    releases.map(({ version, state }) => [version, state]),
    [
      ['1.9.0', 'measured'],
      ['1.9.1', 'frozen'],
      ['1.10.0-rc.1', 'left-out'],
      ['1.10.0', 'measured'],
      ['1.10.1', 'measured'],
      ['1.11.0', 'measured'],
      ['1.12.0', 'failed'],
    ],
  );
  const costs = releases.find(({ version }) => version === '1.10.1')?.costs;
  assert.equal(costs?.[0]?.pairs, 30);
  assert.equal(costs?.[0]?.ratio.toFixed(1), '1.1');
  assert.deepEqual(releases.at(-1)?.costs, [null, null]);
  assert.deepEqual(
    steps.map(({ to, scenario, state }) => [to, scenario, state]),
    [
      ['1.10.1', 'json', 'confirmed'],
      ['1.11.0', 'json-large', 'refuted'],
    ],
  );
});

test('figures of an older version of a scenario do not stand beside those of the newer', () => {
  const { releases } = historyOf(({ history, comparisons }) => {
    const { outcome } = history.releases.find(({ version }) => version === '1.11.0') ?? {};
    assert.ok(outcome?.state === 'measured');
    for (const cell of comparisons.get(outcome.comparison)?.cells ?? []) cell.scenarioVersion = 2;
  });
  const known = releases.filter(({ costs }) => costs[0] != null).map(({ version }) => version);
  assert.deepEqual(known, ['1.11.0']);
});

test('only a step that was measured side by side is stated by name, in both languages', () => {
  const [step, ...others] = confirmedSteps(historyOf());
  assert.ok(step);
  assert.equal(others.length, 0);
  assert.match(
    stepSentence(step, messagesOf('en')),
    /^Gin 1\.10\.1 costs \d\.\d % \(\d\.\d % to \d\.\d %\) more CPU time than 1\.10\.0 in Small JSON\.$/,
  );
  assert.match(
    stepSentence(step, messagesOf('zh')),
    /^小型 JSON：Gin 1\.10\.1 每个请求的 CPU 时间比 1\.10\.0 多 \d\.\d%（\d\.\d% 至 \d\.\d%）。$/,
  );
  const less = { ...step, step: { ...step.step, ratio: 0.8, low: 0.75, high: 0.9 } };
  assert.match(stepSentence(less, messagesOf('en')), /costs 20\.0 % \(10\.0 % to 25\.0 %\) less/);
  assert.match(stepSentence(less, messagesOf('zh')), /少 20\.0%（10\.0% 至 25\.0%）/);
});

test('a step that another day found again says so, with its cause where one is named', () => {
  const again = (ratio: number, day: string): ShownStep => {
    const { steps } = historyOf(({ history, comparisons }) => {
      const made = releaseComparison('m', 50, '1.10.0', '1.10.1', [['json', ratio]]);
      comparisons.set('again', { ...made, id: 'again', startedAt: `${day}T02:50:00.000Z` });
      history.confirmations.push({ from: '1.10.0', to: '1.10.1', comparison: 'again' });
      history.causes = [{ to: '1.10.1', text: 'It waits.', link: 'https://example.org/pull/1' }];
    });
    const step = steps.find(({ state }) => state === 'confirmed');
    assert.ok(step);
    return step;
  };
  const other = again(1.08, '2026-06-04');
  assert.equal(other.isOfTwoDays, true);
  assert.deepEqual(other.cause, { text: 'It waits.', link: 'https://example.org/pull/1' });
  assert.match(
    repeatSentences(other, messagesOf('en'))[0] ?? '',
    /^Measured again on \S.*2026.*: \+[78]\.\d % \(\+[78]\.\d % – \+[89]\.\d %\)\.$/,
  );
  assert.match(repeatSentences(other, messagesOf('zh'))[0] ?? '', /再次测量：\+[78]\.\d%/);
  assert.equal(again(1.08, '2026-06-03').isOfTwoDays, false, 'the same day is no other day');
  const gone = again(1, '2026-06-04');
  assert.equal(gone.isOfTwoDays, false);
  assert.match(repeatSentences(gone, messagesOf('en'))[0] ?? '', /it was not there/);
  assert.match(repeatSentences(gone, messagesOf('zh'))[0] ?? '', /没有出现/);
  assert.deepEqual(repeatSentences(historyOf().steps[0] as ShownStep, messagesOf('en')), []);
});

test('the largest steps are those of the last two years before the registries were asked', () => {
  const recent = historyOf();
  assert.deepEqual(
    largestSteps([recent]).map(({ step }) => step.to),
    ['1.10.1'],
  );
  const later = { ...recent, askedAt: '2027-06-01T00:00:00.000Z' };
  assert.deepEqual(largestSteps([later]), []);
  const [step] = recent.steps;
  assert.ok(step);
  const gain: ShownHistory = { ...recent, steps: [{ ...step, ratio: 0.5, low: 0.4, high: 0.6 }] };
  assert.deepEqual(
    largestSteps([recent, gain]).map((one) => one.step.ratio),
    [0.5, step.ratio],
    'a gain counts like a loss',
  );
  assert.deepEqual(largestSteps([]), []);
});

test('a release without a figure has a row, and what was never tried a line', () => {
  const history = historyOf();
  assert.deepEqual(leftOutReleases(history), ['1.10.0-rc.1']);
  assert.equal(releasesWithRow(history)[0]?.version, '1.12.0');
  assert.equal(releasesWithRow(history)[0]?.failure?.code, 'does-not-build');
  const runtime: ShownHistory = { ...history, package: { ...history.package, role: 'runtime', title: 'Go' } };
  assert.equal(historyTitle(runtime, 'Gin raw', messagesOf('en')), 'Go, below Gin raw');
  assert.equal(historyTitle(runtime, 'Gin raw', messagesOf('zh')), 'Go（在 Gin raw 之下）');
  assert.equal(historyTitle(history, 'Gin raw', messagesOf('en')), 'Gin');
});

test('a chart is by date: a release of an older series, made later, is no point of the line', () => {
  const history = historyOf(({ history: { releases } }) => {
    const old = releases.find(({ version }) => version === '1.9.0');
    assert.ok(old);
    old.releasedAt = '2025-01-01T00:00:00.000Z';
  });
  const chart = releaseChart(history, messagesOf('en'));
  assert.deepEqual(chart?.scenarios, ['Small JSON', 'Large JSON']);
  assert.deepEqual(
    chart?.points.map(([, version]) => version),
    ['1.9.1', '1.10.0', '1.9.0', '1.10.1', '1.11.0'],
  );
  assert.deepEqual(chart?.line, [0, 1, 3, 4]);
  assert.deepEqual(chart?.points[0]?.[2], [
    [1, 1, 1],
    [1, 1, 1],
  ]);
  assert.match(chart?.steps[0]?.text ?? '', /^1\.10\.1 \+\d/);
  const undated = { ...history, releases: history.releases.map((one) => ({ ...one, releasedAt: null })) };
  assert.equal(releaseChart(undated, messagesOf('en')), null);
});
