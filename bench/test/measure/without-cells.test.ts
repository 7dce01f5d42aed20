import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readProfile } from '../../src/catalog/profiles.ts';
import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import { requireDatabase } from '../../src/commands/measuring/run.ts';
import type { Bench } from '../../src/measure/bench.ts';
import { plannedCells } from '../../src/measure/planned-cells.ts';
import { beginRun, carryOut } from '../../src/measure/whole-run.ts';
import { leaveOutWithoutCells } from '../../src/measure/without-cells.ts';
import { profileSchema, scenarioOf } from '../../src/model/index.ts';
import { RunStore } from '../../src/results/run-store.ts';
import { exitCodes, PitwallError } from '../../src/util/errors.ts';
import { targetOf, throughputCell, withReasons } from '../publish/small-results.ts';
import { benchOf, machine, nextStart } from './support/bench.ts';
import { lintErrors } from './support/blocks.ts';
import { refusalOf } from './support/errors.ts';
import { madeUpVariants } from './support/made-up-variants.ts';
import { makeRepository, shortProfile } from './support/repository.ts';

const profile = profileSchema.parse({ ...shortProfile, name: 'short', scenarios: ['json', 'users'] });
const wrk = { path: '/nowhere/wrk', version: '4.2.0' };

describe('a run without a database', () => {
  const access = { databaseAccess: { mongodb: { kind: 'raw', library: 'mongodb' } } };
  const variants = madeUpVariants(
    ['asks', 'both', 'late'],
    (name) => ({ asks: ['users'], both: ['json', 'users'] })[name] ?? ['json'],
    (name) => (name === 'late' ? {} : access),
  );
  const planned = (names: string[]) =>
    plannedCells(
      variants.filter(({ target }) => names.includes(target.id)),
      profile,
    );
  const made = makeRepository();
  after(() => made.remove());

  test('leaves out what was ready and has no cell, with the reason, so that lint has nothing to say', async () => {
    made.addProfile('short', { scenarios: profile.scenarios });
    const bench = benchOf(made, { loaders: { wrk } });
    const store = await beginRun(bench, {
      machine,
      profile: readProfile(made.repository, 'short'),
      targetVariants: variants,
      seed: 1,
      startedAt: nextStart(),
    });
    const cell = withReasons(throughputCell([10]));
    for (const { id } of variants.map(({ target }) => target))
      store.writeTarget(targetOf(id, id === 'go/both' ? [cell] : [], { run: store.run.id }));
    leaveOutWithoutCells(bench, store, variants);
    store.run.finishedAt = new Date().toISOString();
    const reasons = store.targets().map(({ state }) => ('reason' in state ? state.reason : state.step));
    assert.deepEqual(reasons, [
      'Nothing of it can be measured without MongoDB',
      'measured',
      'It was not ready before the last block of its scenarios',
    ]);
    assert.deepEqual(lintErrors(store), []);
    const said = bench.events.flatMap((event) => (event.kind === 'left-out' ? event.target : []));
    assert.deepEqual(said, ['go/asks', 'go/late']);
  });

  test('is refused with the error of the database if nothing else is asked', async () => {
    const error = new PitwallError({
      what: 'MongoDB is not available',
      where: 'this machine',
      expected: 'one of: url, path',
      seen: 'no mongod',
      next: 'Install it',
      exitCode: exitCodes.missing,
    });
    const database = scenarioOf('users').database;
    assert.ok(database);
    const session = { loaders: { wrk }, databases: {}, missingDatabases: [{ kind: database, error }] };
    const refused = await refusalOf(() => requireDatabase(session, planned(['go/asks'])));
    assert.equal(refused, error);
    assert.doesNotThrow(() => requireDatabase(session, planned(['go/asks', 'go/both'])));
    assert.doesNotThrow(() => requireDatabase({ ...session, missingDatabases: [] }, planned(['go/asks'])));
  });
});

describe('a run that is resumed after its last block', () => {
  const made = makeRepository();
  after(() => made.remove());
  made.addTarget('one');
  made.addProfile('short');
  const passed = (['json', 'counter'] as const).map((scenario) => ({
    id: `${scenario}/answers`,
    scenario,
    status: 'passed' as const,
    detail: null,
  }));

  /** The only target was verified, and its only block was measured without it. */
  async function resumed(change: Partial<Bench>) {
    const bench = benchOf(made, { loaders: { wrk } });
    const targetVariants = selectVariants(readTargets(made.repository), []);
    const plan = { machine, profile: readProfile(made.repository, 'short'), targetVariants, seed: 1 };
    const store = await beginRun(bench, { ...plan, startedAt: nextStart() });
    store.run.blocks = [{ block: 0, startedSeconds: 0, seconds: 1, groups: 1 }];
    store.writeTarget(targetOf('javascript/one', [], { run: store.run.id, checks: passed }));
    await carryOut({ ...bench, ...change }, store, targetVariants);
    const { run } = RunStore.open(store.folder);
    assert.ok(run.finishedAt);
    return store.readTarget('javascript/one', 'default')?.state;
  }

  test('leaves out a target that became ready too late', async () => {
    const state = await resumed({});
    assert.match(JSON.stringify(state), /left-out.*not ready before the last block/);
  });

  test('leaves out a target without a cell that can no longer be built', async () => {
    const { launcher } = benchOf(made);
    const missing = { what: 'Node.js is not installed', next: 'Install it' };
    const state = await resumed({ launcher: { ...launcher, missingFor: async () => [missing] } });
    assert.deepEqual(state, { step: 'left-out', reason: missing.what, next: missing.next });
  });
});
