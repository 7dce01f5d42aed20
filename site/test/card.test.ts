import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RankingTable } from '@pitwall/bench/model';
import { cardSvg } from '../src/lib/ranking/card.ts';
import { messagesOf } from '../src/messages/index.ts';

const rows = Array.from({ length: 20 }, (_, index) => ({
  target: `go/t${index}`,
  variant: 'default',
  name: `Target ${index}`,
  language: 'Go',
  kind: 'micro',
  access: null,
  marks: [],
  outcome: {
    kind: 'ranked',
    rank: { best: index + 1, worst: index + 2 },
    factor: 1,
    estimate: {
      median: 200_000 / (index + 1),
      low: 190_000 / (index + 1),
      // The interval of the last one is far longer than any bar.
      high: index === 7 ? 9e9 : 210_000 / (index + 1),
      rounds: 10,
    },
  },
}));
const table = {
  scenario: 'json',
  metric: 'throughputPerSecond',
  unit: 'perSecond',
  loadShape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
  rows,
} as unknown as RankingTable;
const card = (name: string | null, target: string | null, language = 'en') =>
  cardSvg(name, target, table, messagesOf(language));

test('the card of the site shows the top of the ranking: ranks, bars, intervals and figures', () => {
  const svg = card(null, null);
  for (const text of ['Small JSON: throughput', '>1–2<', 'Target 0', '200,000 /s', 'Target 7'])
    assert.ok(svg.includes(text), text);
  assert.ok(!svg.includes('Target 8'), 'eight rows fit');
  assert.equal(svg.match(/stroke-width="2" fill="none"/g)?.length, 8, 'an interval for each');
});

test('the card of a target shows it among its neighbours, with its rank and figure', () => {
  const svg = card('Target 12', 'go/t12');
  assert.ok(svg.includes('Rank 13–14 of 20, 15,380 /s'), svg);
  assert.ok(svg.includes('>Target 12<') && svg.includes('>Target 11<') && !svg.includes('>Target 0<'));
});

test('nothing is drawn outside of the card, however long an interval is', () => {
  const ends = [...card(null, null).matchAll(/(?:H| x="|M)([\d.]+)/g)].map(([, x]) => Number(x));
  assert.ok(ends.length > 20 && ends.every((x) => x <= 1200), String(Math.max(...ends)));
  const caps = [...card(null, null).matchAll(/<path d="(M[\d.]+ \d+H[^"]*)" stroke/g)].map(
    ([, path = '']) => path.match(/V/g)?.length,
  );
  assert.deepEqual(caps, [2, 2, 2, 2, 2, 2, 2, 1], 'an end that is cut off has no cap');
});

test('a Chinese page has a Chinese card, and a name is text', () => {
  const svg = card('<b>&"', 'go/t0', 'zh');
  assert.ok(svg.includes('小型 JSON：吞吐量') && svg.includes('名次 1–2，共 20 个'));
  assert.ok(svg.includes('&lt;b&gt;&amp;&quot;') && !svg.includes('<b>'));
});

test('before anything is measured, the card says so', () => {
  assert.match(cardSvg(null, null, undefined, messagesOf('en')), /No results yet/);
});
