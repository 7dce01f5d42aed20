import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readReplays } from '../../bench/src/catalog/replays.ts';
import { repository } from '../../bench/src/util/repository.ts';
import { languages, messagesOf } from '../src/messages/index.ts';

test('a language has as many sentences of a replay as its file', () => {
  const files = new Map(readReplays(repository).map(({ study, file }) => [study, file]));
  for (const language of languages) {
    for (const [study, words] of Object.entries(messagesOf(language).studies)) {
      const file = files.get(study);
      assert.ok(file, `${language}: there is no replay of ${study}`);
      // English needs titles only; another language translates all sentences or none.
      if (words.differences === undefined) continue;
      assert.deepEqual(
        [words.differences.length, words.shortcomings?.length ?? 0, words.substitutes?.length ?? 0],
        [file.differences.length, file.shortcomings.length, file.substitutes.length],
        `${language}: ${study}`,
      );
      assert.equal(words.scaled === undefined, file.scaled === undefined, `${language}: ${study}`);
    }
  }
});

test('the guide names the language of every template', () => {
  const templates = readdirSync(join(repository.root, 'bench/templates'));
  for (const language of languages) {
    const text = messagesOf(language).guide.steps[0]?.text.toLowerCase() ?? '';
    assert.deepEqual(
      templates.filter((name) => !text.includes(name)),
      [],
      language,
    );
  }
});
