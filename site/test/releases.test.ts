import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releasesDataSchema, type ShownHistory, type ShownStep } from '@pitwall/bench/model';
import { releasesData } from '../../bench/src/publish/data/releases-data.ts';
import { believableReleases, releaseComparison } from '../../bench/test/publish/believable-releases.ts';
import { manyReleases } from '../../bench/test/publish/many-releases.ts';
import { releaseSentence } from '../src/lib/changes/change-view.ts';
import {
  causeIn,
  chartNote,
  confirmationOf,
  confirmedSteps,
  historyTitle,
  largestSteps,
  leftOutReleases,
  newestSteps,
  releaseChart,
  releasesWithRow,
  repeatSentences,
  stepSentence,
  undatedReleases,
  undatedSteps,
} from '../src/lib/changes/releases-view.ts';
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
      ['1.11.0', 'json-large', 'unproven'],
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
    /^小型 JSON：Gin 1\.10\.1 每请求 CPU 时间比 1\.10\.0 多 \d\.\d%（\d\.\d% 至 \d\.\d%）。$/,
  );
  const less = { ...step, step: { ...step.step, ratio: 0.8, low: 0.75, high: 0.9 } };
  assert.match(stepSentence(less, messagesOf('en')), /costs 20\.0 % \(10\.0 % to 25\.0 %\) less/);
  assert.match(stepSentence(less, messagesOf('zh')), /少 20\.0%（10\.0% 至 25\.0%）/);
});

test('a step leads to its page, and that of a runtime says which server ran on it', () => {
  const [step] = confirmedSteps(historyOf());
  assert.ok(step);
  const sentenceOf = (of: typeof step, language: string) =>
    releaseSentence(of, messagesOf(language), () => 'Gin raw');
  const sentence = sentenceOf(step, 'en');
  assert.equal(sentence?.text, stepSentence(step, messagesOf('en')));
  assert.deepEqual([sentence?.proof, sentence?.worse], ['/releases/go/gin/', true]);
  const { history } = step;
  const ofGo = {
    ...step,
    history: { ...history, package: { ...history.package, role: 'runtime' as const } },
  };
  assert.match(sentenceOf(ofGo, 'en')?.text ?? '', /in Small JSON\. Measured with Gin raw\.$/);
  assert.match(sentenceOf(ofGo, 'zh')?.text ?? '', /。测量所用：Gin raw。$/);
  assert.equal(sentenceOf({ ...step, step: { ...step.step, proof: null } }, 'en'), null);
});

test('a cause is told in the language of the page, or in English where nobody has translated it', () => {
  const cause = { text: 'It waits.', translations: { zh: '它在等待。' }, link: 'https://example.org/pull/1' };
  const { text, link } = cause;
  assert.deepEqual(causeIn('zh', cause), { text: '它在等待。', language: 'zh', link });
  assert.deepEqual(causeIn('en', cause), { text, language: 'en', link });
  assert.deepEqual(causeIn('zh', { text, link }), { text, language: 'en', link });
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
  assert.match(repeatSentences(gone, messagesOf('en'))[0] ?? '', /the step was not proven/);
  assert.match(repeatSentences(gone, messagesOf('zh'))[0] ?? '', /未能证实/);
  assert.deepEqual([other, again(1.08, '2026-06-03'), gone].map(confirmationOf), [
    'twoDays',
    'oneDay',
    'contested',
  ]);
  const alone = historyOf().steps[0] as ShownStep;
  assert.equal(confirmationOf(alone), 'oneDay');
  assert.deepEqual(repeatSentences(alone, messagesOf('en')), [
    'Measured side by side on one day so far, 3 June 2026.',
  ]);
  assert.deepEqual(repeatSentences(alone, messagesOf('zh')), ['目前仅在2026年6月3日这一天并排测量过。']);
  assert.deepEqual(repeatSentences({ ...alone, proof: null }, messagesOf('en')), []);
});

test('a step that another machine found too says so; one that it did not find is not taken back', () => {
  const stepBeside = (change: (other: ReturnType<typeof believableReleases>) => void): ShownStep => {
    const other = believableReleases('n');
    change(other);
    const stored = [believableReleases('m'), other].map((made) => ({ folder: FOLDER, ...made }));
    const { histories } = releasesDataSchema.parse(releasesData(stored, () => 'Gin'));
    const step = histories[0]?.steps.find(({ state }) => state === 'confirmed');
    assert.ok(step);
    return step;
  };
  const found = stepBeside(() => {});
  const both = ['m', 'n'].map((machine) => ({ folder: FOLDER, ...believableReleases(machine) }));
  const { histories } = releasesData(both, () => 'Gin');
  assert.deepEqual(
    largestSteps(histories).map(({ history }) => history.machine),
    ['m'],
    'a step has one row, however many machines found it',
  );
  assert.deepEqual(
    found.elsewhere.map(({ machine, isThere }) => [machine, isThere]),
    [['n', true]],
  );
  assert.equal(confirmationOf(found), 'twoMachines');
  assert.match(
    repeatSentences(found, messagesOf('en'))[1] ?? '',
    /^Another machine, n, found it too: \+\d+\.\d % \(\+/,
  );
  assert.match(repeatSentences(found, messagesOf('zh'))[1] ?? '', /^另一台机器 n 也测到了：\+/);
  const lost = stepBeside(({ history, comparisons }) => {
    const [first] = history.confirmations;
    assert.ok(first);
    const { comparison, from, to } = first;
    comparisons.set(comparison, { ...releaseComparison('n', 50, from, to, [['json', 1]]), id: comparison });
  });
  assert.deepEqual(
    lost.elsewhere.map(({ isThere }) => isThere),
    [false],
  );
  assert.equal(confirmationOf(lost), 'oneDay');
  assert.match(repeatSentences(lost, messagesOf('en'))[1] ?? '', /^Another machine, n, did not prove it: /);
  const fewerReleases = (ratio: number) =>
    stepBeside(({ history, comparisons }) => {
      history.releases = history.releases.filter(({ version }) => version !== '1.10.0');
      const [first] = history.confirmations;
      assert.ok(first);
      first.from = '1.9.1';
      const made = releaseComparison('n', 50, '1.9.1', '1.10.1', [['json', ratio]]);
      comparisons.set(first.comparison, { ...made, id: first.comparison });
    });
  const wider = fewerReleases(1.08);
  assert.equal(confirmationOf(wider), 'twoMachines');
  assert.match(
    repeatSentences(wider, messagesOf('en'))[1] ?? '',
    /^Another machine, n, found it too, against 1\.9\.1: \+/,
  );
  assert.match(
    repeatSentences(wider, messagesOf('zh'))[1] ?? '',
    /^另一台机器 n 也测到了（与 1\.9\.1 相比）：\+/,
  );
  assert.deepEqual(fewerReleases(1).elsewhere, [], 'none against another release before is no contradiction');
  const ofOther = stepBeside(({ history }) => {
    history.variant = 'gorm';
  });
  assert.deepEqual(ofOther.elsewhere, [], 'another variant is another program');
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
  const gained = { ...step, ratio: 0.5, low: 0.4, high: 0.6 };
  const gain: ShownHistory = { ...recent, target: 'go/echo', steps: [gained] };
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
  assert.equal(historyTitle(runtime, 'Gin raw', messagesOf('en')), 'Go, running Gin raw');
  assert.equal(historyTitle(runtime, 'Gin raw', messagesOf('zh')), 'Go（运行 Gin raw）');
  const library = { ...runtime, package: { ...runtime.package, role: 'library' as const, title: 'uvloop' } };
  assert.equal(historyTitle(library, 'uvicorn', messagesOf('en')), 'uvloop in uvicorn');
  assert.equal(historyTitle(library, 'uvicorn', messagesOf('zh')), 'uvicorn 所用的 uvloop');
  assert.equal(historyTitle(history, 'Gin raw', messagesOf('en')), 'Gin');
});

/** A history of releases of these versions and dates, each with figures. */
function datedHistory(dates: readonly (readonly [version: string, day: string | null])[]): ShownHistory {
  const history = historyOf();
  const cost = history.releases.find(({ version }) => version === '1.10.1');
  assert.ok(cost);
  return {
    ...history,
    frozen: dates[0]?.[0] ?? null,
    steps: [],
    releases: dates.map(([version, day], place) => ({
      ...cost,
      ...{ version, state: place === 0 ? 'frozen' : 'measured' },
      releasedAt: day === null ? null : `${day}T00:00:00.000Z`,
    })),
  };
}

const [en, zh] = [messagesOf('en'), messagesOf('zh')];

test('releases that follow each other are one line by date, with the frozen one and the steps marked', () => {
  const history = historyOf();
  const chart = releaseChart(history, en);
  assert.equal(chart?.axis, 'date');
  assert.deepEqual(chart.scenarios, ['Small JSON', 'Large JSON']);
  assert.deepEqual(
    chart.points.map(([, version]) => version),
    ['1.9.0', '1.9.1', '1.10.0', '1.10.1', '1.11.0'],
  );
  assert.deepEqual(chart.lines, [{ first: 0, title: '' }]);
  assert.deepEqual(chart.points[1]?.[2], [
    [1, 1, 1],
    [1, 1, 1],
  ]);
  assert.equal(chart.frozen?.point, 1);
  assert.match(chart.frozen.text, /^1\.9\.1, frozen/);
  assert.match(releaseChart(history, zh)?.frozen?.text ?? '', /^固定版本 1\.9\.1/);
  assert.deepEqual(
    [chart.steps[0]?.point, chart.steps[0]?.scenario, chart.steps[0]?.version],
    [3, 0, '1.10.1'],
  );
  assert.match(chart.steps[0]?.change ?? '', /^\+\d/);
  assert.equal(chartNote(history, en), null);
  const majors = datedHistory([
    ['1.0.0', '2024-01-01'],
    ['2.0.0', '2025-01-01'],
    ['3.0.0', '2026-01-01'],
  ]);
  assert.deepEqual(releaseChart(majors, en)?.lines, [{ first: 0, title: '' }], 'majors in turn are one line');
});

test('majors that are released side by side have a line each, in the order of their versions', () => {
  const node = datedHistory([
    ['20.20.1', '2026-02-01'],
    ['20.20.2', '2026-03-25'],
    ['22.23.3', '2026-09-24'],
    ['24.20.0', '2026-08-01'],
    ['24.21.0', '2026-09-10'],
  ]);
  const chart = releaseChart(node, en);
  assert.equal(chart?.axis, 'version');
  assert.deepEqual(
    chart.points.map(([, version]) => version),
    ['20.20.1', '20.20.2', '22.23.3', '24.20.0', '24.21.0'],
  );
  assert.deepEqual(chart.lines, [
    { first: 0, title: '20.x' },
    { first: 2, title: '22.x' },
    { first: 3, title: '24.x' },
  ]);
  assert.match(chartNote(node, en) ?? '', /released side by side/);
  assert.match(chartNote(node, zh) ?? '', /多个系列同时发布/);
});

test('minors of one major break their line only where they overlap', () => {
  const go = datedHistory([
    ['1.24.0', '2025-02-01'],
    ['1.25.0', '2025-08-01'],
    ['1.25.9', '2026-08-18'],
    ['1.26.0', '2026-02-01'],
    ['1.27.0', '2026-08-01'],
  ]);
  assert.deepEqual(releaseChart(go, en)?.lines, [
    { first: 0, title: '1.24.x' },
    { first: 3, title: '1.26.x' },
  ]);
});

test('a release without a date that can be believed has no place by date, and says so', () => {
  const history = datedHistory([
    ['1.0.0', null],
    ['1.1.0', '2025-01-01'],
    ['1.2.0', '2026-01-01'],
  ]);
  const chart = releaseChart(history, en);
  assert.equal(chart?.axis, 'version');
  assert.deepEqual(chart.lines, [{ first: 0, title: '' }]);
  assert.equal(chart.points[0]?.[0], null);
  assert.match(chartNote(history, en) ?? '', /^1\.0\.0 has no reliable date/);
  assert.match(chartNote(history, zh) ?? '', /没有可信的发布日期.*1\.0\.0/);
  assert.deepEqual(undatedReleases(history), ['1.0.0']);
  assert.equal(releaseChart(datedHistory([['1.0.0', '2025-01-01']]), en), null, 'one release is no chart');
  const undated = historyOf(({ history: { releases } }) => {
    for (const release of releases) if (release.version === '1.10.1') release.releasedAt = null;
  });
  assert.deepEqual(largestSteps([undated]), []);
  assert.deepEqual(
    undatedSteps([undated]).map(({ step }) => step.to),
    ['1.10.1'],
    'its step is not lost',
  );
  assert.deepEqual(undatedSteps([historyOf()]), []);
});

test('the releases of a framework come before those of what it runs on, whatever the variant', () => {
  const ofRole = (role: 'framework' | 'runtime', variant: string) => {
    const made = believableReleases('m');
    const { package: own } = made.history;
    return { folder: FOLDER, ...made, history: { ...made.history, variant, package: { ...own, role } } };
  };
  const { histories } = releasesData([ofRole('runtime', 'a'), ofRole('framework', 'b')], () => 'Gin');
  assert.deepEqual(
    histories.map(({ package: { role } }) => role),
    ['framework', 'runtime'],
  );
});

test('fifteen histories of ten releases give pages and a feed of bounded size', () => {
  const data = releasesData(manyReleases('m', 15, 10), (target) => target);
  const { histories } = releasesDataSchema.parse(data);
  assert.equal(histories.length, 15);
  for (const history of histories) {
    assert.equal(history.releases.filter(({ costs }) => costs.length === 2).length, 10);
    const chart = releaseChart(history, en);
    assert.equal(chart?.points.length, 10);
    assert.ok(JSON.stringify(chart).length < 4_000, 'a chart stands in the page');
    assert.ok(confirmedSteps(history).length >= 8, 'most steps were measured side by side');
  }
  const all = largestSteps(histories);
  assert.ok(all.length > 100);
  const sizes = all.map(({ step }) => Math.abs(Math.log(step.ratio)));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  const newest = newestSteps(histories, 20);
  assert.equal(newest.length, 20);
  assert.deepEqual(newest, all.slice(0, 20), 'of one day, the largest');
  const later = histories.map((history, place) =>
    place === 0
      ? {
          ...history,
          steps: history.steps.map((step) => ({
            ...step,
            proof: step.proof && { ...step.proof, startedAt: '2026-07-01T00:00:00.000Z' },
          })),
        }
      : history,
  );
  assert.equal(newestSteps(later, 20)[0]?.history.target, histories[0]?.target, 'the newest day is first');
});
