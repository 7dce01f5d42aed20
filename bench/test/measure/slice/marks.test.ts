import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Observed, type Snapshot, valuesOf } from '../../../src/measure/slice/figures.ts';
import { marksOf } from '../../../src/measure/slice/marks.ts';
import { observed, ohaShape, snapshot } from '../support/observed.ts';

describe('marks of the machine', () => {
  const codes = (change: Partial<Observed>, loaded: object = {}) =>
    marksOf(observed(change, loaded)).map(({ code }) => code);
  const busy = { outcome: { ...observed().outcome, cpuNanoseconds: 0.98e9 } };
  const idleServer = snapshot(1, { server: { ...snapshot(1).server, cpuNanoseconds: 0.6e9 } });

  test('none where nothing is wrong', () => assert.deepEqual(codes({}), []));

  test('loader-bound: the loader full and the server not', () => {
    assert.deepEqual(codes({ ...busy, after: idleServer }), ['loader-bound']);
    assert.deepEqual(codes(busy), [], 'both full');
    assert.deepEqual(codes({ after: idleServer }), [], 'neither full');
    const untold = snapshot(1, { server: { ...snapshot(1).server, cpuNanoseconds: null } });
    assert.deepEqual(codes({ ...busy, after: untold }), [], 'nobody knows of the server');
    assert.deepEqual(
      codes({
        ...busy,
        after: idleServer,
        processors: { server: [0], loader: [1, 2], database: [], pinned: true },
      }),
      [],
      'half of two',
    );
    const alone = (command: string[]) =>
      codes({
        outcome: { ...busy.outcome, command },
        after: idleServer,
        processors: { server: [0], loader: [1, 2], database: [], pinned: true },
      });
    assert.deepEqual(alone(['autocannon', '--json']), ['loader-bound'], 'its one thread is full');
    assert.deepEqual(alone(['wrk', '--threads', '1']), ['loader-bound']);
    assert.deepEqual(alone(['wrk', '--threads', '2']), []);
    const withDatabase = (processors: Observed['processors']) =>
      codes({
        before: snapshot(0, { database: { ...snapshot(0).server, cpuNanoseconds: 0 } }),
        after: { ...idleServer, database: { ...idleServer.server, cpuNanoseconds: 0.5e9 } },
        processors,
      });
    assert.deepEqual(withDatabase({ server: [0], loader: [1], database: [1], pinned: true }), [
      'loader-bound',
    ]);
    assert.deepEqual(withDatabase({ server: [0], loader: [1], database: [2], pinned: true }), []);
    assert.ok(
      !codes({ ...busy, after: idleServer, shape: ohaShape }).includes('loader-bound'),
      'only a closed loop seeks a limit',
    );
  });

  test('disturbed: others on the processors of the server, or on those of loader, database and harness', () => {
    const busy = (server: number, loader: number, change: Partial<Snapshot> = {}) => {
      const processors = [
        { processor: 0, busy: server, total: 1, steal: 0 },
        { processor: 1, busy: loader, total: 1, steal: 0 },
      ];
      return snapshot(1, { times: { total: 2, steal: 0, processors }, ...change });
    };
    const idle = [0, 1].map((processor) => ({ processor, busy: 0, total: 0, steal: 0 }));
    const before = snapshot(0, { times: { total: 2, steal: 0, processors: idle } });
    assert.deepEqual(codes({ before, after: busy(0.98, 0.55) }), []);
    const disturbed = busy(0.95, 0.5, { server: { ...snapshot(1).server, cpuNanoseconds: 0.6e9 } });
    assert.deepEqual(codes({ before, after: disturbed }), ['disturbed']);
    const beside = { before, after: busy(0.98, 1) };
    assert.deepEqual(codes(beside), ['disturbed']);
    assert.match(marksOf(observed(beside))[0]?.detail ?? '', /^other programs took 49 % of the loader's/);
    const database = (cpuNanoseconds: number) => ({ database: { ...snapshot(0).server, cpuNanoseconds } });
    const asking = { before: { ...before, ...database(0) }, after: busy(0.98, 1, database(0.45e9)) };
    assert.deepEqual(codes(asking), [], 'the database has the time that is missing');
    const elsewhere = { server: [0], loader: [1], database: [2], pinned: true };
    assert.deepEqual(
      codes({ ...asking, processors: elsewhere }),
      ['disturbed'],
      'it has a processor of its own',
    );
    const { outcome } = observed();
    const unknown = { ...beside, outcome: { ...outcome, cpuNanoseconds: null } };
    assert.deepEqual(codes(unknown), [], 'it is not known what the loader took');
    const apart = { before: { ...before, times: null }, after: { ...disturbed, times: null } };
    assert.deepEqual(codes(apart), [], 'nothing is known of the processors of another machine');
    assert.equal(valuesOf(observed(apart)).stolenRatio, null);
    assert.deepEqual(
      codes({
        before,
        after: disturbed,
        processors: { server: [0], loader: [0], database: [], pinned: false },
      }),
      [],
    );
  });

  test('stolen and throttled time', () => {
    const stolen = (steal: number) => snapshot(1, { times: { total: 2, steal, processors: [] } });
    assert.deepEqual(codes({ after: stolen(0.03) }), []);
    assert.deepEqual(codes({ after: stolen(0.05) }), ['stolen-time']);
    const ofEight = (steal: number) =>
      Array.from({ length: 8 }, (_, processor) => ({
        processor,
        busy: 0,
        total: 1,
        steal: processor ? 0 : steal,
      }));
    const many = (steal: number) => snapshot(1, { times: { total: 8, steal, processors: ofEight(steal) } });
    const before = snapshot(0, {
      times: { total: 0, steal: 0, processors: ofEight(0).map((one) => ({ ...one, total: 0 })) },
    });
    assert.deepEqual(codes({ before, after: many(0.15) }), ['stolen-time'], 'not of processors that idle');
    assert.deepEqual(codes({ before, after: many(0.03) }), []);
    const throttled = snapshot(1, { server: { ...snapshot(1).server, throttledNanoseconds: 5e6 } });
    assert.deepEqual(marksOf(observed({ after: throttled })), [
      { code: 'throttled', detail: 'held back for 5 ms by a limit' },
    ]);
  });

  test('connections that are not there', () => {
    assert.deepEqual(codes({ connectionsSeen: 30 }), ['connections-missing']);
    assert.deepEqual(codes({ connectionsSeen: 64 }), []);
    assert.deepEqual(codes({ connectionsSeen: null }), [], 'a load that does not keep them open');
  });

  test('a rate that was not reached', () => {
    const at = (requests: number) => codes({ shape: ohaShape, ratePerSecond: 1_000 }, { requests });
    assert.deepEqual(at(985), []);
    assert.deepEqual(at(970), ['rate-not-reached']);
  });
});
