import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReplayData, ReplayOutcome, ReplayRow, ReplayTable } from '@pitwall/bench/model';
import { replayData } from '../../bench/src/publish/data/replay-data.ts';
import { smallReplay, smallReplayRun, smallStudy } from '../../bench/test/publish/small-replay.ts';
import {
  languageOf,
  machineCount,
  measuredIn,
  openingOf,
  orderSentences,
  pairsOf,
  replayProse,
  replayRows,
  rowReason,
  settingTitle,
} from '../src/lib/replays/replay-view.ts';
import { languages, messagesOf } from '../src/messages/index.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
type Figures = Parameters<typeof smallReplayRun>[1];

function dataOf(figures: Figures | null, study = smallStudy()): ReplayData {
  const replay = smallReplay(study);
  return replayData([replay], figures === null ? [] : [smallReplayRun(replay, figures)]);
}

function tableOf(data: ReplayData): [ReplayData['rows'][number], ReplayTable] {
  const [published, table] = [data.rows[0], data.versions[0]?.runs[0]?.tables[0]];
  assert.ok(published && table);
  return [published, table];
}

const around = (value: number) => [value, value + 2, value - 1, value + 1, value - 2];
const asClaimed = { 'go/one': around(300), 'go/two': around(200), 'go/three': around(100) };
const turned = { ...asClaimed, 'go/two': around(400) };
const alike = { 'go/one': around(200), 'go/two': around(200), 'go/three': around(200) };

describe('the order that a study claimed', () => {
  const said = (figures: Figures, messages = english) =>
    orderSentences(...tableOf(dataOf(figures)), messages);

  test('holds where every pair is proven', () => {
    assert.deepEqual(said(asClaimed), [
      'It claimed this order: one, two, three.',
      'It holds: all 3 pairs are proven.',
    ]);
  });

  test('does not hold where a pair is proven the other way round', () => {
    const sentences = ['It does not hold here: two is ahead of one now.', '2 pairs hold.'];
    assert.deepEqual(said(turned).slice(1), sentences);
    assert.deepEqual(said(turned, chinese).slice(1), ['在这里不成立：two 现已领先 one。', '2 对成立。']);
  });

  test('is open where nothing differs', () => {
    assert.deepEqual(said(alike).slice(1), [
      'The data do not decide whether it holds: none of 3 pairs differs beyond noise.',
    ]);
    const some = { ...asClaimed, 'go/three': around(200) };
    assert.deepEqual(said(some).slice(1), [
      'It holds as far as the data decide: 2 of 3 pairs are proven.',
      '1 pair is undecided.',
    ]);
  });

  test('is not spoken of where fewer than two systems have a figure', () => {
    for (const language of languages) {
      const messages = messagesOf(language);
      assert.deepEqual(said({ 'go/one': around(300) }, messages), [messages.replays.table.nothing], language);
    }
  });

  test('names both leaders where the study’s own reduction has another than the median', () => {
    const [published, table] = tableOf(dataOf(asClaimed));
    const rows = table.rows.map((row): ReplayRow => {
      const { outcome } = row;
      if (outcome.kind !== 'measured' || row.system !== 'two') return row;
      return { ...row, outcome: { ...outcome, asStudyPerSecond: 999 } };
    });
    assert.equal(
      orderSentences(published, { ...table, rows }, english).at(-1),
      'By the study’s own reduction, two would be first here; by the median, one.',
    );
    const unranked = rows.map((row): ReplayRow => {
      const { outcome } = row;
      return outcome.kind === 'measured' ? { ...row, outcome: { ...outcome, rank: null } } : row;
    });
    assert.equal(orderSentences(published, { ...table, rows: unranked }, english).length, 2);
  });
});

describe('the rows of a replay', () => {
  const figures = { ...asClaimed, 'go/three:other': around(400) };

  test('stand beside the published ones, and a substitute below its system', () => {
    const [published, table] = tableOf(dataOf(figures));
    const rows = replayRows(published, table);
    assert.deepEqual(
      rows.map(({ system, published: then, now }) => [system, then?.rank ?? null, now?.variant]),
      [
        ['one', 1, 'default'],
        ['two', 2, 'default'],
        ['three', 3, 'default'],
        ['three', null, 'other'],
      ],
    );
    assert.equal(measuredIn(table).length, 4);
  });

  test('are the published ones alone before anything is measured', () => {
    const [published] = dataOf(null).rows;
    assert.ok(published);
    assert.deepEqual(
      replayRows(published, null).map(({ now }) => now),
      [null, null, null],
    );
  });

  test('say why there is no figure, with the words of the results or of the page', () => {
    type Reason = Parameters<typeof rowReason>[0];
    const reason = (outcome: Reason, messages = english) => rowReason(outcome, messages);
    const failed: Reason = { kind: 'left-out', step: 'build', reason: 'no compiler', next: 'see' };
    assert.deepEqual(reason(failed), {
      words: `${english.outcome.steps.build}: `,
      recorded: 'no compiler',
    });
    assert.equal(reason(failed, chinese).words, `${chinese.outcome.steps.build}：`);
    const missing = { kind: 'missing', reason: 'start-failed', detail: null } satisfies ReplayOutcome;
    assert.deepEqual(reason(missing, chinese), {
      words: chinese.outcome.missingReasons['start-failed'],
      recorded: null,
    });
    assert.deepEqual(reason({ ...missing, detail: 'port taken' }), { words: '', recorded: 'port taken' });
    assert.deepEqual(reason({ kind: 'no-cell', why: 'not-served' }), {
      words: 'The target does not serve this scenario.',
      recorded: null,
    });
  });

  test('are under a title that says what connections did', () => {
    const [published] = tableOf(dataOf(figures));
    assert.equal(settingTitle(published, english), 'Small JSON, 64 connections');
    const closing = { ...published, setting: { ...published.setting, connection: 'close' as const } };
    assert.match(settingTitle(closing, english), /, closed after each request$/);
    assert.match(settingTitle(closing, chinese), /，用后关闭$/);
    const many = { ...published, setting: { ...published.setting, connections: 5_000 } };
    for (const messages of [english, chinese]) assert.match(settingTitle(many, messages), /5,000 /);
  });
});

describe('what a study claimed', () => {
  const row = (system: string, connections: number, throughputPerSecond: number) => ({
    ...{ system, scenario: 'json', connections, throughputPerSecond },
  });
  const study = (rows: object[]) => dataOf(null, smallStudy({ rows }));

  test('is who is first, in how many of its tables', () => {
    const data = study([
      ...[row('one', 1, 30), row('two', 1, 20)],
      ...[row('one', 64, 30), row('two', 64, 20), row('three', 64, 10)],
      ...[row('two', 256, 30), row('three', 256, 20)],
      // Nothing to compare with.
      row('three', 512, 10),
    ]);
    assert.equal(
      openingOf(data, english).claim,
      'It claimed that one is first in 2 and two is first in 1 of 3 tables.',
    );
    assert.equal(openingOf(data, chinese).claim, '其结论：3 张表中，one 在 2 张中居首，two 在 1 张中居首。');
    assert.equal(openingOf(dataOf(null), english).claim, 'It claimed that one is first in its only table.');
  });

  test('gives a table in which two are first to neither', () => {
    const data = study([
      ...[row('one', 1, 30), row('two', 1, 30)],
      ...[row('two', 64, 30), row('one', 64, 20)],
    ]);
    assert.equal(openingOf(data, english).claim, 'It claimed that two is first in 1 of 2 tables.');
  });

  test('is nothing where no table compares, or where all of them tie', () => {
    const alone = study([row('one', 1, 30), row('two', 64, 20)]);
    const tied = study([row('one', 1, 30), row('two', 1, 30)]);
    for (const language of languages) {
      const messages = messagesOf(language);
      for (const data of [alone, tied])
        assert.deepEqual(
          openingOf(data, messages),
          { claim: messages.replays.noClaim, standing: messages.replays.standing.unmeasured },
          language,
        );
    }
  });

  test('stands as the pairs do', () => {
    const standing = (figures: Figures | null) => openingOf(dataOf(figures), english).standing;
    assert.equal(standing(asClaimed), 'It holds: all 3 pairs are proven to be in its order.');
    assert.match(
      standing(turned),
      /^It holds only in part here, with today’s releases: of 3 pairs, 1 is reversed, 2 hold/,
    );
    assert.match(standing({ ...asClaimed, 'go/three': around(200) }), /of 3 pairs, 2 are .* 1 is undecided/);
    assert.match(standing(alike), /^The data do not decide whether it holds: none of its 3 pairs/);
    assert.equal(standing(null), english.replays.standing.unmeasured);
    const alone = standing({ 'go/one': around(300) });
    assert.equal(alone, english.replays.table.nothing, 'it was measured again, if only in part');
  });

  test('is counted by pairs of the first version that was replayed', () => {
    assert.deepEqual(pairsOf(dataOf(turned)), { compared: 3, kept: 2, reversed: 1, undecided: 0 });
    assert.equal(pairsOf(dataOf(null)), null);
    const [whole] = dataOf(null).versions;
    const [scaled] = dataOf(asClaimed).versions;
    assert.ok(whole && scaled);
    const data = { ...dataOf(null), versions: [whole, { ...scaled, scaled: 'shorter' }] };
    assert.equal(pairsOf(data)?.compared, 3);
    assert.deepEqual([machineCount(data, false), machineCount(data, true)], [0, 1]);
  });
});

describe('the sentences of a study', () => {
  const data = {
    ...dataOf(null),
    study: 'here',
    shortcomings: [{ kind: 'too-short' as const, text: 'Short.' }],
  };

  test('are English where there is no translation', () => {
    const prose = replayProse(data, chinese);
    assert.equal(prose.lang, 'en');
    assert.deepEqual([prose.title, prose.machine, prose.database], ['Three', 'a laptop', null]);
    assert.deepEqual(prose.systems[0], ['one', 'One 1.0']);
    assert.deepEqual(prose.differences, ['Today.']);
    assert.equal(prose.scaled('shorter'), 'shorter');
  });

  test('take each word that the page has, and the study’s own for the rest', () => {
    const words = {
      title: '三个',
      systems: { one: '一' },
      differences: ['今天。'],
      shortcomings: ['太短。'],
      substitutes: ['另一种构建。'],
      scaled: '较短',
    };
    const prose = replayProse(data, { ...chinese, studies: { here: words } });
    assert.deepEqual([prose.lang, prose.title, prose.loader], ['zh-Hans', '三个', 'wrk']);
    assert.deepEqual(
      prose.systems.map(([, text]) => text),
      ['一', 'Two 1.0', 'Three 1.0'],
    );
    assert.deepEqual(prose.differences, ['今天。']);
    assert.deepEqual(prose.shortcomings, [{ kind: 'too-short', text: '太短。' }]);
    assert.deepEqual(prose.substitutes, [{ system: 'three', target: 'go/three:other', why: '另一种构建。' }]);
    assert.equal(prose.scaled('shorter'), '较短');
    const titled = replayProse(data, { ...chinese, studies: { here: { title: '三个' } } });
    assert.deepEqual([titled.lang, titled.title], ['en', '三个'], 'a title alone is no translation');
  });

  test('name their language where they are Chinese', () => {
    assert.deepEqual([languageOf('Koa 与 Gin'), languageOf('Koa and Gin')], ['zh-Hans', undefined]);
  });
});

test('a run of another day was faster or slower by as much as the table says, in both languages', () => {
  const said = (faster: boolean) =>
    [english, chinese].map(({ replays }) => replays.finding.anotherDay('Gin', 'json', '1.50×', faster));
  const [fast = '', quick = ''] = said(true);
  assert.match(fast, /^Gin on “json” was 1\.50× as fast in another run/);
  assert.match(quick, /Gin 的“json”更快，吞吐量是表中的 1\.50×。/);
  const [slow = '', late = ''] = said(false);
  assert.match(slow, /was 1\.50× as slow in another run/);
  assert.match(late, /Gin 的“json”更慢，表中的吞吐量是其 1\.50×。/);
});
