import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTargets, selectVariants } from '../../../src/catalog/targets.ts';
import { leadInSeconds } from '../../../src/measure/blocks/lead-in.ts';
import type { LoadShape } from '../../../src/model/index.ts';
import { repository } from '../../../src/util/repository.ts';

const all = selectVariants(readTargets(repository), []);

function secondsOf(language: string, shape: LoadShape): number {
  const targetVariant = all.find(({ target }) => target.manifest.language === language);
  assert.ok(targetVariant);
  return leadInSeconds({ targetVariant, shape });
}

test('a slice has a lead-in where the runtime compiles as it runs, unless the load is a number of requests', () => {
  const closed: LoadShape = { loader: 'wrk', connections: 64, connection: 'keep-alive' };
  const rated: LoadShape = { ...closed, loader: 'oha', rate: { perSecond: 1_000 } };
  const counted: LoadShape = { ...closed, loader: 'oha', requests: 80_000 };
  for (const language of ['Java', 'Kotlin', 'JavaScript', 'TypeScript', 'C#']) {
    assert.ok(secondsOf(language, closed) > 0, language);
    assert.ok(secondsOf(language, rated) > 0, language);
    assert.equal(secondsOf(language, counted), 0, language);
  }
  for (const language of ['Go', 'Rust', 'C', 'Python', 'PHP']) assert.equal(secondsOf(language, closed), 0);
});
