import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packWords, unpackWords } from '../src/lib/page/script-words.ts';
import { languages, messagesOf } from '../src/messages/index.ts';

/** Returns the words as a script gets them from the attribute. */
const received = <Words extends object>(words: Words): Words =>
  unpackWords<Words>({ dataset: { words: packWords(words) } });

test('a sentence with values is the same function on a page and in its script, in every language', () => {
  for (const language of languages) {
    const { ranking, choose, run, compare } = messagesOf(language);
    const words = { ranking, choose, run: run.diff.any, compare };
    const there = received({
      count: words.ranking.count,
      strength: words.choose.strength,
      option: words.run.option,
      otherMachine: words.compare.otherMachine,
      nested: { short: words.choose.short },
    });
    assert.equal(there.count('3', '12'), words.ranking.count('3', '12'), language);
    assert.equal(there.strength('p99', '1.20×'), words.choose.strength('p99', '1.20×'), language);
    assert.equal(there.option('a', 'b', 'c'), words.run.option('a', 'b', 'c'), language);
    assert.deepEqual(there.nested.short, words.choose.short);
    // What a value says is never read as a place for another one.
    assert.equal(there.otherMachine('$&{0}', '0'), words.compare.otherMachine('$&{0}', '0'), language);
  }
});

test('a value may come twice, first, last, or not at all', () => {
  const there = received({
    twice: (name: string) => `${name} and ${name}`,
    reversed: (first: string, second: string) => `${second}, ${first}`,
    fixed: (_name: string) => 'Commit',
    plain: 'A number 0 and {0} stay.',
    none: null,
  });
  assert.equal(there.twice('Gin'), 'Gin and Gin');
  assert.equal(there.reversed('a', 'b'), 'b, a');
  assert.equal(there.fixed('x'), 'Commit');
  assert.deepEqual([there.plain, there.none], ['A number 0 and {0} stay.', null]);
});
