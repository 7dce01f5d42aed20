import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { SitePages } from '../../src/commands/project/publish.ts';
import { GrowingSite } from '../../src/commands/start/growing-site.ts';
import { Starting } from '../../src/commands/start/starting.ts';
import { hasBlocks } from '../../src/model/index.ts';
import type { LiveSite, LiveState } from '../../src/publish/live/live-site.ts';
import { RunStore, runFolders } from '../../src/results/run-store.ts';
import { skipWithoutWrk } from './support/bench.ts';
import { invocationIn } from './support/invocation.ts';
import { makeRepository } from './support/repository.ts';

/** What `npm start` does, with two tiny servers, pages that are built in no time, and nobody who reads them. */
describe('a start', { skip: skipWithoutWrk }, () => {
  const made = makeRepository();
  after(() => made.remove());
  before(() => {
    for (const name of ['one', 'two']) made.addTarget(name, 'right', { language: 'C' });
    // It could not be warm in time.
    made.addTarget('slow', 'right', { language: 'Java', process: { ...server, toolchains: ['node', 'cc'] } });
    made.addProfile('first', { blocks: 1, sliceSeconds: 0.5, warmup });
    made.addProfile('quick', { blocks: 2, sliceSeconds: 0.5, warmup });
    made.write('bench/replays/.keep', '');
    made.write('site/package.json', '{}');
  });
  const warmup = { maxSeconds: 20, otherwise: 'leave-out' };
  const server = { build: [], artifact: 'server.js', start: ['node', 'server.js'] };

  function begin(onResults: (number: number) => void = () => {}) {
    const controller = new AbortController();
    const invocation = invocationIn(made, { signal: controller.signal });
    /** How many runs there were when pages were built, and which pages. */
    const built: [number, SitePages][] = [];
    let results = 0;
    class Site extends GrowingSite {
      override noteResults(): void {
        super.noteResults();
        onResults(++results);
      }
    }
    const site = new Site(invocation, async ({ dist }, _, pages) => {
      built.push([runFolders(made.repository).length, pages]);
      mkdirSync(dist, { recursive: true });
      writeFileSync(join(dist, 'index.html'), '');
    });
    const phases: string[] = [];
    let state: LiveState = { phase: 'first', what: '', secondsLeft: null, built: 0 };
    const live: LiveSite = {
      origin: 'http://127.0.0.1:4321',
      state: () => state,
      report(change) {
        state = { ...state, ...change };
        if (phases.at(-1) !== state.phase) phases.push(state.phase);
      },
      grown() {
        state = { ...state, built: state.built + 1 };
      },
      close: async () => {},
    };
    return {
      starting: new Starting(invocation, { site, live, all: invocation.options.all === true }),
      invocation,
      controller,
      built,
      phases,
      state: () => state,
    };
  }

  const runs = () => runFolders(made.repository).map((folder) => RunStore.open(folder));

  test('the first table, its pages, then what fits, and its pages', async () => {
    const { starting, invocation, built, phases, state } = begin();
    await starting.run();
    const said = invocation.progress();
    const [first, second, ...others] = runs();
    assert.deepEqual(others, []);
    assert.deepEqual([first?.run.profile.name, second?.run.profile.name], ['first', 'quick']);
    assert.ok(first?.run.finishedAt && second?.run.finishedAt);
    assert.ok((first.run.finishedAt ?? '') < second.run.startedAt, 'one after the other');
    assert.deepEqual(
      second.run.targets.map(({ target }) => target),
      ['javascript/one', 'javascript/two'],
    );
    // Before them, pages of what was published.
    assert.deepEqual(built.slice(1), [
      [1, 'main'],
      [1, 'all'],
      [2, 'all'],
    ]);
    assert.equal(built[0]?.[1], 'main');
    assert.equal(state().built, 4);
    assert.deepEqual(phases, ['first', 'pages', 'prepare', 'measure', 'pages', 'measure']);
    assert.match(said, /^First table after \d+.* s: http:\/\/127\.0\.0\.1:4321$/m);
    assert.match(
      said,
      /^Left for npm start -- --all:\n( {2}– .*\n)* {2}– javascript\/slow: not warm within 20 s$/m,
    );
    assert.match(
      said,
      /^Done in .* under load\. The site is in site\/dist; npm start -- --serve shows it again\.$/m,
    );
    assert.equal(invocation.output().match(/^Small JSON: throughput/gm)?.length, 2, 'both rankings');
  });

  test('Ctrl-C after a block: the run ends with it, and the pages show it', async () => {
    // One block of the first part, then the first of the second part.
    const { starting, invocation, controller, built, phases } = begin((results) => {
      if (results === 2) controller.abort(new Error('interrupted'));
    });
    await assert.rejects(starting.run(), /interrupted/);
    const last = runs().at(-1);
    assert.equal(last?.run.profile.name, 'quick');
    assert.ok(last.run.finishedAt);
    assert.equal(hasBlocks(last.run.profile) && last.run.profile.blocks, 1);
    assert.deepEqual(built, [
      [3, 'all'],
      [4, 'all'],
    ]);
    assert.equal(phases.at(-1), 'stopped');
    assert.match(invocation.progress(), /Building the pages of what was measured/);
    assert.match(invocation.progress(), /Show it with: npm start -- --serve\n$/);
    assert.deepEqual(
      ['one', 'two'].flatMap((name) => made.leftAlive(name)),
      [],
    );
  });
});
