import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSharedData } from '../../../src/catalog/shared-data.ts';
import { mixedRequests, responsesEach } from '../../../src/measure/blocks/mixed-load.ts';
import { type ScenarioId, scenarioOf } from '../../../src/model/index.ts';
import { repository } from '../../../src/util/repository.ts';

const data = readSharedData(repository);
const ids: ScenarioId[] = ['json', 'menus', 'asset'];

describe('a load of several scenarios', () => {
  const requests = mixedRequests(ids.map(scenarioOf), data, 1);

  test('has equally many requests of each, however many a scenario draws from', () => {
    const count = (start: string): number => requests.filter(({ path }) => path.startsWith(start)).length;
    assert.equal(count('/json'), requests.length / 3);
    assert.equal(count('/menus'), requests.length / 3);
    assert.equal(count('/assets/'), requests.length / 3);
  });

  test('draws from all requests of a scenario', () => {
    const limits = new Set(requests.map(({ path }) => path).filter((path) => path.startsWith('/menus')));
    assert.equal(limits.size, 11);
    const assets = new Set(requests.map(({ path }) => path).filter((path) => path.startsWith('/assets/')));
    assert.ok(assets.size > 400, `${assets.size} assets`);
  });

  test('depends on the seed alone', () => {
    assert.deepEqual(mixedRequests(ids.map(scenarioOf), data, 1), requests);
    assert.notDeepEqual(mixedRequests(ids.map(scenarioOf), data, 2), requests);
  });

  test('counts for each scenario alike, and never more responses than there were', () => {
    assert.deepEqual(responsesEach(ids, 3_002), [
      ['json', 1_000],
      ['menus', 1_000],
      ['asset', 1_000],
    ]);
  });
});
