import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markCodes, methodConstants } from '@pitwall/bench/model';
import { tightened } from '../src/lib/page/tight.ts';
import { messagesOf } from '../src/messages/index.ts';
import { manifests } from './build.ts';
import { chineseTexts, englishIn, lacksSpace, namesIn, spacesPunctuation, withoutInline } from './chinese.ts';

test('the texts of a page are found, without code and without what is marked as English', () => {
  const html = `<!doctype html><html lang="zh-Hans"><head><meta name="description" content="描述 &amp; 更多"><style>p{}</style></head>
    <body><p>正文 <code>npm run bench</code> 续<span lang="en">“an <b>original</b> of the results”</span></p><br/>
    <td class="number mono">go/gin of a</td><svg role="img" aria-label="图"><path d="M0 0"/><text>轴</text></svg></body></html>`;
  assert.deepEqual(chineseTexts(html), ['描述 & 更多', '正文', '续', '图', '轴']);
});

test('a sentence in English is distinguished from a name', () => {
  for (const text of ['This machine has no Ruby.', 'the loader used 95 % of its processors'])
    assert.ok(englishIn(text), text);
  for (const text of ['AMD EPYC 9354 32-Core Processor', 'Debian GNU/Linux 13', 'wrk 4.2.0, oha 1.16.0'])
    assert.ok(!englishIn(text), text);
});

test('the name of a library is no sentence, wherever it stands; a sentence that has it is one', () => {
  const names = namesIn(manifests());
  assert.ok(names.includes('Hibernate Reactive with Panache'), 'a manifest names it');
  const orm = 'PostgreSQL：ORM，Hibernate Reactive with Panache；MySQL：ORM，Hibernate Reactive with Panache';
  assert.ok(englishIn(orm), 'without the names, it looks like one');
  assert.ok(!englishIn(orm, names));
  assert.ok(englishIn('Hibernate Reactive with Panache was not found in the cache', names));
});

test('a missing space is found, and dates and percentages are none', () => {
  for (const text of ['小型 JSON的', '共3 次', '95%置信区间']) assert.ok(lacksSpace(text), text);
  for (const text of ['小型 JSON 的 95% 置信区间', '取自2026年11月21日的运行', '第 3–6 名']) {
    assert.ok(!lacksSpace(text), text);
  }
});

test('no space stands beside Chinese punctuation, whatever elements a page has there', () => {
  for (const [given, expected] of [
    ['<p>就少多少。 <a href="x">测量环境</a> </p>', '<p>就少多少。<a href="x">测量环境</a> </p>'],
    ['<p><strong>共用。</strong> 同一页面</p>', '<p><strong>共用。</strong>同一页面</p>'],
    ['<p>越高越好。 3 个区组</p>', '<p>越高越好。3 个区组</p>'],
    ['<a>日</a> (field)  ， <a>月</a>', '<a>日</a> (field)，<a>月</a>'],
    ['<code>a.md</code> ： 从克隆到合并', '<code>a.md</code>：从克隆到合并'],
  ] as const) {
    assert.ok(spacesPunctuation(chineseTexts(withoutInline(given)).join('')), given);
    assert.equal(tightened(given), expected);
    assert.ok(!spacesPunctuation(chineseTexts(withoutInline(expected)).join('')), expected);
  }
  for (const kept of [
    '<pre>x。 y</pre>',
    '<p title="a > b。 c">甲。</p> <p>乙</p>',
    '<p>Gin 与 axum 领先 <b>2</b> 次</p>',
  ]) {
    assert.equal(tightened(kept), kept);
  }
});

/** Every text of a language with its path; texts that take arguments are left out. */
function texts(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

test('Chinese sentences have a space between Chinese and Latin script, and none before a percent sign', () => {
  const plain = (text: string): string => text.replaceAll(/`[^`]*`|\{[^}]*\}/g, '');
  const { methodology, ...others } = messagesOf('zh');
  // A constant stands between backticks, as code does: neither is prose.
  const prose = { ...methodology, sections: methodology.sections((id) => `\`${id}\``) };
  const wrong = texts({ ...others, methodology: prose }, '').filter(
    ([, text]) => lacksSpace(plain(text)) || /\d %/.test(plain(text)),
  );
  assert.deepEqual(wrong, []);
});

test('marks name the same days in both languages', () => {
  const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
  const days = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, day]) => day);
  for (const code of markCodes) {
    const own = days(chinese.marks[code].explanation, /11月(\d+)日/g);
    assert.deepEqual(own, days(english.marks[code].explanation, /(\d+) November/g), code);
  }
});

test('each constant of the method is explained in Chinese, with its unit', () => {
  const { constantWhy, unit } = messagesOf('zh');
  const left = methodConstants.filter(
    (constant) =>
      constantWhy(constant.name, constant.why) === constant.why || unit(constant.unit) === constant.unit,
  );
  assert.deepEqual(left, []);
});

test('no space stands before a date', () => {
  const { changes, format, framework, ranking, replays, run } = messagesOf('zh');
  const [before, after] = [
    format.dayAndTime('2026-11-25T10:00:00.000Z'),
    format.dayAndTime('2026-11-26T10:00:00.000Z'),
  ];
  const counts = { worse: 0, better: 0, figures: 3 };
  const beforeLinks = [
    ranking.fromRun,
    ranking.fromOtherRuns(2),
    replays.runLink,
    framework.inRun,
    framework.inOneRun,
  ];
  for (const said of [
    run.diff.title(before, after),
    changes.runSentence({ before, after, profile: 'standard', ...counts }),
    // Pages may put a space before a link, which is kept unless punctuation stands there.
    ...beforeLinks.map((text) => tightened(`${text} ${before}`)),
  ]) {
    assert.doesNotMatch(said, /\s\d{4}年/, said);
  }
});

test('names in a sentence have a space where they are in Latin script, and none where they are Chinese', () => {
  const { family, history, home, run, ranking } = messagesOf('zh');
  assert.equal(history.trendTitle('Gin', '小型 JSON'), 'Gin：小型 JSON 的变化趋势');
  assert.equal(history.trendTitle('Gin', '计数器'), 'Gin：计数器的变化趋势');
  const answer = (leaders: string[], more: number) =>
    ranking.answer({ leaders, more, example: null, proven: 1, all: 3 });
  assert.match(answer(['Gin', 'axum'], 0), /^Gin、axum 都可能领先。/);
  assert.match(answer(['Gin', 'axum'], 7), /^Gin、axum 等 9 个都可能领先。/);
  assert.match(run.glanceCaption('吞吐量', '/s', 'wrk'), /^各场景的吞吐量（\/s）/);
  assert.deepEqual([family.title('C#'), family.link('C#')], ['C# 框架', '全部 C# 框架']);
  // Scripts insert the title of a column, and know nothing of spaces: quotation marks need none.
  const sorted = [home.sortBy, ranking.sorted, ranking.sortedDescending].map((say) => say('CPU'));
  assert.deepEqual(sorted, ['按“CPU”排序', '按“CPU”排序', '按“CPU”倒序']);
});
