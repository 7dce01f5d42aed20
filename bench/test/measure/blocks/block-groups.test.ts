import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readTargets, type TargetVariant, variantsOf } from '../../../src/catalog/targets.ts';
import { MOST_CONNECTIONS } from '../../../src/databases/database.ts';
import { blockGroups, type Needs, type Room } from '../../../src/measure/blocks/groups/block-groups.ts';
import { CONNECTIONS_KEPT_BACK, needsOf, roomForServers } from '../../../src/measure/blocks/groups/room.ts';
import { repository } from '../../../src/util/repository.ts';
import { madeUpVariants } from '../support/made-up-variants.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const targetVariants = madeUpVariants(names, () => ['json']);
describe('who is alive at once', () => {
  const needs = (): Needs => ({ memoryBytes: 100, connections: { postgresql: 16 } });
  const unbounded: Room = { memoryBytes: null, connections: { postgresql: null } };
  const groupsIn = (
    room: Room,
    seed = 1,
    block = 0,
    needsOf: (targetVariant: TargetVariant) => Needs = needs,
  ) => blockGroups(targetVariants, needsOf, room, seed, block).map((group) => group.map(({ name }) => name));
  const everybody = targetVariants.map(({ name }) => name);

  test('all of them, where there is room', () => {
    for (const room of [
      unbounded,
      { memoryBytes: 100 * targetVariants.length, connections: { postgresql: 16 * targetVariants.length } },
      { memoryBytes: null, connections: {} },
    ]) {
      const [group, ...others] = groupsIn(room);
      assert.deepEqual(others, []);
      assert.deepEqual(group?.toSorted(), everybody.toSorted());
    }
  });

  test('servers get what databases, loaders and caches need not', () => {
    const gibibyte = 2 ** 30;
    assert.equal(roomForServers(2 * gibibyte), 1.4 * gibibyte);
    assert.equal(roomForServers(24 * gibibyte), 22 * gibibyte);
  });

  test('all target variants that there are find connections enough, in either launcher', () => {
    const all = readTargets(repository).flatMap(variantsOf);
    for (const kind of ['postgresql', 'mysql'] as const) {
      const needed = all.map((targetVariant) => needsOf(targetVariant, null, 1).connections[kind] ?? 0);
      const total = needed.reduce((sum, value) => sum + value, 0);
      assert.ok(total > 900 && total <= MOST_CONNECTIONS - CONNECTIONS_KEPT_BACK, `${kind}: ${total}`);
    }
    const compose = readFileSync(join(repository.root, 'compose.yaml'), 'utf8');
    const limits = [...compose.matchAll(/max[_-]connections=(\d+)/g)].map(([, number]) => Number(number));
    assert.deepEqual(limits, [MOST_CONNECTIONS, MOST_CONNECTIONS]);
  });

  for (const [lack, room] of [
    ['memory', { memoryBytes: 550, connections: {} }],
    ['connections', { memoryBytes: null, connections: { postgresql: 16 * 5 + 3 } }],
  ] as const) {
    test(`groups that are joined by two targets, where ${lack} does not suffice`, () => {
      for (let block = 0; block < 20; block++) {
        const groups = groupsIn(room, 1, block);
        assert.ok(groups.length > 1);
        assert.deepEqual([...new Set(groups.flat())].sort(), everybody.toSorted(), 'nobody is left out');
        for (const [index, group] of groups.entries()) {
          assert.ok(group.length <= 5, `${group.length} at once`);
          const next = groups[index + 1];
          if (!next) continue;
          const shared = group.filter((name) => next.includes(name));
          assert.equal(shared.length, 2, `${group} and ${next}`);
          assert.ok(
            next.some((name) => !group.includes(name)),
            'the next one has somebody new',
          );
        }
      }
    });
  }

  test('a large group shares six with the next, those that join most tables and are soon warm', () => {
    const many = madeUpVariants(
      Array.from({ length: 40 }, (_, at) => String(at)),
      (name) => (Number(name) % 4 === 0 ? ['json', 'asset'] : ['json']),
      (name) => ({ language: Number(name) % 2 === 0 ? 'Go' : 'Java' }),
    );
    const [first = [], second = [], ...others] = blockGroups(
      many,
      needs,
      { memoryBytes: 100 * 25, connections: {} },
      1,
      0,
    );
    assert.deepEqual(others, []);
    assert.deepEqual([first.length, second.length], [25, 21]);
    const shared = first.filter((one) => second.includes(one));
    assert.equal(shared.length, 6);
    const fit = first.filter(({ target: { manifest } }) => manifest.scenarios.includes('asset'));
    assert.ok(
      fit.length < 6 ? fit.every((one) => shared.includes(one)) : shared.every((one) => fit.includes(one)),
    );
    const rest = shared.filter((one) => !fit.includes(one));
    assert.ok(rest.every(({ target }) => target.manifest.language === 'Go'));
  });

  test('those that are shared leave room for what the next group adds', () => {
    // Five of twenty use the database, whose connections suffice for five of them and no sixth.
    const many = madeUpVariants(
      Array.from({ length: 21 }, (_, at) => String(at)),
      (name) => (Number(name) < 6 ? ['json', 'menus'] : ['json']),
      () => ({ databaseAccess: { postgresql: { kind: 'raw', library: 'pg' } } }),
    );
    const using = ({ target }: TargetVariant): boolean => target.manifest.scenarios.includes('menus');
    for (let block = 0; block < 40; block++) {
      const groups = blockGroups(
        many,
        (one) => ({ memoryBytes: 100, connections: { postgresql: using(one) ? 16 : 0 } }),
        { memoryBytes: null, connections: { postgresql: 80 } },
        1,
        block,
      );
      for (const group of groups) assert.ok(group.filter(using).length <= 5, `block ${block}`);
      assert.equal(new Set(groups.flat()).size, many.length);
    }
  });

  test('a target that fits nowhere is still in a group, with the two that join it', () => {
    const large = (targetVariant: TargetVariant): Needs => ({
      memoryBytes: targetVariant.name === 'go/f' ? 10_000 : 100,
      connections: {},
    });
    for (let block = 0; block < 20; block++) {
      const groups = groupsIn({ memoryBytes: 550, connections: {} }, 1, block, large);
      assert.deepEqual([...new Set(groups.flat())].sort(), everybody.toSorted());
    }
    const none = groupsIn({ memoryBytes: 0, connections: {} });
    assert.deepEqual([...new Set(none.flat())].sort(), everybody.toSorted());
    assert.ok(none.every((group) => group.length <= 3));
  });

  test('what a target does not ask takes none of its connections', () => {
    const some = ({ name }: TargetVariant): Needs => ({
      memoryBytes: 1,
      connections: name < 'go/c' ? { postgresql: 16 } : { mysql: 16 },
    });
    const room: Room = { memoryBytes: null, connections: { postgresql: 32, mysql: null } };
    assert.equal(groupsIn(room, 1, 0, some).length, 1);
  });

  test('the order follows from seed and block alone, and differs between blocks', () => {
    assert.deepEqual(groupsIn(unbounded, 3, 4), groupsIn(unbounded, 3, 4));
    const orders = Array.from({ length: 20 }, (_, block) => String(groupsIn(unbounded, 3, block)));
    assert.equal(new Set(orders).size, 20);
    assert.notDeepEqual(groupsIn(unbounded, 4, 4), groupsIn(unbounded, 3, 4));
    // Room changes who is alive together, and not who is next to whom.
    const few = groupsIn({ memoryBytes: 550, connections: {} }, 3, 4);
    assert.deepEqual([...new Set(few.flat())], groupsIn(unbounded, 3, 4)[0]);
  });
});
