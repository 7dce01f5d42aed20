import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changesSentence,
  explain,
  type JudgedWords,
  modeSentence,
  verdictSentence,
  whyUnmeasured,
} from '../../src/words/index.ts';

const cell: JudgedWords = {
  state: 'undecided',
  differs: null,
  flagged: null,
  recurred: null,
  pairsNeeded: null,
  effect: { ratio: 1.02, low: 0.99, high: 1.05, pairs: 12 },
  minimumEffect: 0.01,
  failure: null,
  unmeasured: null,
};

test('a cell says what is known of it, and what it would take to know more', () => {
  const said = (of: Partial<JudgedWords>): string => explain({ ...cell, ...of });
  assert.equal(said({ state: 'regressed' }), 'costs over 1 % more, in two measurements');
  assert.equal(said({ state: 'improved' }), 'costs over 1 % less, in two measurements');
  // A cell is an improvement below 1 / 1.1 = 0.909 of the cost.
  assert.equal(said({ state: 'improved', minimumEffect: 0.1 }), 'costs over 9.1 % less, in two measurements');
  assert.equal(
    said({ differs: 'better', minimumEffect: 0.1 }),
    'costs less; whether by over 9.1 % is undecided; it lies on the limit',
  );
  assert.equal(said({ state: 'same' }), 'within 1 %');
  assert.equal(said({ state: 'same', differs: 'worse' }), 'within 1 %, though it costs more');
  assert.equal(said({ effect: null }), 'too few pairs');
  assert.equal(said({ effect: null, failure: 'the server ended' }), 'the server ended');
  assert.equal(said({ flagged: 'worse', recurred: false }), 'flagged, but did not recur');
  assert.equal(said({ flagged: 'worse' }), 'flagged, but not measured again yet');
  assert.equal(said({}), 'no difference seen; it lies on the limit');
  assert.equal(
    said({ differs: 'better', pairsNeeded: 1_200 }),
    'costs less; whether by over 1 % is undecided; about 1,200 pairs would decide',
  );
});

test('a cell that was not measured to its end says so, whatever its pairs seem to say', () => {
  const unmeasured = { judged: 3, wanted: 10, again: false, moreFailures: null, failure: null };
  const said = 'not measured to the end: 3 of 10 pairs can be judged';
  assert.equal(explain({ ...cell, unmeasured }), said);
  assert.equal(explain({ ...cell, unmeasured, flagged: 'worse' }), said);
  assert.equal(explain({ ...cell, unmeasured, effect: null, failure: 'the server ended' }), said);
});

test('a verdict is one sentence', () => {
  const counts = { regressed: 0, improved: 0, same: 0, undecided: 0 };
  assert.equal(verdictSentence({ ...counts, same: 1 }, 1), 'No regression proven in 1 cell: 1 the same.');
  assert.equal(
    verdictSentence({ ...counts, regressed: 2, improved: 1, undecided: 3 }, 6),
    '2 of 6 cells regressed; 1 improved, 3 undecided.',
  );
  assert.equal(verdictSentence({ ...counts, regressed: 1 }, 1), '1 of 1 cell regressed.');
});

test('a comparison does not say of what ran in turn that it ran at once', () => {
  const together = { mode: 'together', metric: 'cpuPerRequestNanoseconds' } as const;
  const inTurn = (['throughputPerSecond', 'latencyP99Seconds'] as const).map(
    (metric) => ({ mode: 'in-turn', metric }) as const,
  );
  assert.equal(modeSentence([together, together]), 'Both ran at once on the same processors.');
  assert.equal(modeSentence(inTurn), 'They ran in turn, each alone.');
  assert.equal(
    modeSentence([together, ...inTurn, together, ...inTurn]),
    'Both ran at once on the same processors, but in turn, each alone, for throughput and latency p99.',
  );
});

test('a change says what it is a change of, as a fall of throughput is more cost', () => {
  const cpu = { metric: 'cpuPerRequestNanoseconds' } as const;
  const throughput = { metric: 'throughputPerSecond' } as const;
  const p99 = { metric: 'latencyP99Seconds' } as const;
  assert.equal(changesSentence([cpu, cpu]), 'Cost per request of head against base; more is worse.');
  assert.equal(
    changesSentence([cpu, p99]),
    'Cost of head against base, each in its own metric; more is worse.',
  );
  assert.equal(
    changesSentence([cpu, throughput, p99]),
    'Cost of head against base, each in its own metric; more is worse. ' +
      'Of throughput, the cost is its inverse: +100 % is half the throughput.',
  );
});

test('cells that were not measured to their end are no cells without a regression', () => {
  const counts = { regressed: 0, improved: 0, same: 0, undecided: 0 };
  assert.equal(verdictSentence(counts, 0), 'Nothing was compared.');
  assert.equal(verdictSentence(counts, 1, 1), '1 of 1 cell not measured to the end.');
  assert.equal(
    verdictSentence({ ...counts, same: 2 }, 3, 1),
    '1 of 3 cells not measured to the end; no regression proven in the others: 2 the same.',
  );
  assert.equal(
    verdictSentence({ ...counts, regressed: 1, same: 1 }, 3, 1),
    '1 of 3 cells regressed; 1 the same; 1 of 3 cells not measured to the end.',
  );
  const lack = { judged: 3, wanted: 10, again: false, moreFailures: null, failure: null };
  assert.equal(whyUnmeasured(lack), '3 of 10 pairs can be judged');
  assert.equal(
    whyUnmeasured({ ...lack, again: true, failure: { side: 'head', what: 'it ended' } }),
    '3 of 10 pairs of its second measurement can be judged; last failure of head: it ended',
  );
});
