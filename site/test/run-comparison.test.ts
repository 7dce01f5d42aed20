import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type DiffData,
  type RunChange,
  type RunFiguresData,
  type TargetRun,
  variantName,
} from '@pitwall/bench/model';
import { studentT as library } from '@pitwall/bench/stats';
import { publish } from '../../bench/src/publish/publish.ts';
import { writeBelievableResults } from '../../bench/test/publish/believable-results.ts';
import { compareRuns, type FigureDifference } from '../src/lib/runs/run-comparison.ts';
import { browserStudentT } from '../src/lib/runs/student-t.ts';

test('Student’s t in a browser equals that of the library', () => {
  for (const degrees of [1, 2, 3, 4, 5, 9, 10, 29, 100]) {
    for (const probability of [0.6, 0.9, 0.975, 0.9995]) {
      const right = library.quantile(probability, degrees);
      assert.ok(
        Math.abs(browserStudentT.quantile(probability, degrees) / right - 1) < 1e-9,
        `${probability} ${degrees}`,
      );
    }
    for (const statistic of [-8, -2, -0.3, 0, 1, 5]) {
      const [seen, right] = [browserStudentT.cdf(statistic, degrees), library.cdf(statistic, degrees)];
      assert.ok(Math.abs(seen - right) < 1e-12, `${statistic} ${degrees}: ${seen} for ${right}`);
    }
  }
});

const MACHINE = 'epyc-9354-4c-16g';

test('comparing two runs in a browser gives the same result as their published comparison', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pitwall-runs-'));
  try {
    const resultsFolder = join(root, 'results');
    await writeBelievableResults(resultsFolder);
    const later = await writeBelievableResults(resultsFolder, {
      seed: 13,
      startedAt: '2026-06-03T02:00:00.000Z',
      // Other names, as in another version: runs are compared by ids.
      names: { 'go/gin': 'Gin II' },
    });
    await slowDown(join(later, 'go-gin.json'));
    const dataFolder = join(root, 'data');
    await publish({ resultsFolder, siteFolder: root, dataFolder });
    const read = async <T>(path: string): Promise<T> =>
      JSON.parse(await readFile(join(dataFolder, 'public', path), 'utf8')) as T;
    const [first, second] = (await readdir(join(dataFolder, `public/figures/${MACHINE}`))).sort();
    const [before, after] = await Promise.all(
      [first, second].map((file) => read<RunFiguresData>(`figures/${MACHINE}/${file}`)),
    );
    assert.ok(before && after);
    const published = await read<DiffData>(`diffs/${MACHINE}/${after.run}.json`);
    const made = compareRuns(before, after);
    assert.equal(made.cells, published.cells);
    assert.ok(made.cells > 300, `${made.cells} figures`);
    assert.equal(made.same.length, published.same);
    assert.equal(made.unresolved.length, published.counts.unresolved);
    assert.deepEqual(made.changed, published.changed);
    const theirs = published.significant.map((change) => [nameOf(change), change.ratio] as const);
    assert.ok(theirs.length > 0, 'nothing differs: nothing is tested');
    const ours = new Map(made.significant.map((one) => [nameOf(one), one.ratio]));
    for (const [name, ratio] of theirs) {
      assert.ok(
        Math.abs((ours.get(name) ?? 0) / ratio - 1) < 1e-4,
        `${name}: ${ours.get(name)} for ${ratio}`,
      );
    }
    // In the opposite direction, everything that was worse is better.
    const back = compareRuns(after, before);
    assert.deepEqual(
      back.significant.filter(({ ratio }) => ratio > 1).length,
      made.significant.filter(({ ratio }) => ratio < 1).length,
    );
    const launcher = after.launcher === 'process' ? 'compose' : 'process';
    assert.equal(compareRuns(before, { ...after, launcher }).cells, 0, 'in containers');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

/** A fifth fewer requests in every round of a closed loop. */
async function slowDown(file: string): Promise<void> {
  const result = JSON.parse(await readFile(file, 'utf8')) as TargetRun;
  for (const { ratePerSecond, rounds } of result.cells) {
    if (ratePerSecond === null)
      rounds.requests = rounds.requests.map((count) => count && Math.round(count * 0.8));
  }
  await writeFile(file, JSON.stringify(result));
}

function nameOf(one: RunChange | FigureDifference): string {
  const { target, variant } = typeof one.target === 'string' ? (one as RunChange) : one.target;
  const metric = typeof one.metric === 'string' ? one.metric : one.metric.id;
  return [variantName(target, variant), one.scenario, one.loadShapeId, metric].join(' ');
}
