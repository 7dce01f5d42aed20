import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { collect } from '../../src/ci/collect-results.ts';
import { commitResults } from '../../src/ci/commit-results.ts';
import { gatherResults } from '../../src/ci/gather.ts';
import { ciCommit } from '../../src/commands/ci/index.ts';
import { type Comparison, machineSchema, type ReleaseHistory } from '../../src/model/index.ts';
import { resultPath } from '../../src/results/comparison-store.ts';
import { formatResult } from '../../src/results/format-result.ts';
import { releasesFolder, writeHistory, writeReleaseComparison } from '../../src/results/release-store.ts';
import { repositoryAt } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import type { MadeRepository } from '../measure/support/repository.ts';
import { believableReleases } from '../publish/believable-releases.ts';
import { smallMachine, writeArtifact } from './support/artifact.ts';
import { comparisonOf } from './support/comparison.ts';
import { REPOSITORY, startFakeGitHub } from './support/fake-github.ts';
import { gitIn } from './support/git.ts';

let scratch = '';
let folder: (name: string) => string;
const made: string[] = [];
const signal = new AbortController().signal;
after(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'pitwall-commit-'));
  made.push(scratch);
  folder = (name) => join(scratch, name);
  mkdirSync(folder('origin.git'));
  gitIn(folder('origin.git'))('init', '-q', '--bare', '-b', 'main');
  mkdirSync(folder('first'));
  const git = gitIn(folder('first'));
  git('init', '-q', '-b', 'main');
  mkdirSync(join(folder('first'), 'results'));
  writeFileSync(join(folder('first'), 'results/README.md'), 'results\n');
  writeFileSync(join(folder('first'), '.gitignore'), '/.cache/\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('push', '-q', folder('origin.git'), 'main');
});

function clone(name: string) {
  gitIn(scratch)('clone', '-q', folder('origin.git'), name);
  return { path: folder(name), git: gitIn(folder(name)), repository: repositoryAt(folder(name)) };
}

const options = (repository: ReturnType<typeof repositoryAt>) => ({
  repository,
  branch: 'main',
  remote: 'origin',
  environment: process.env,
  signal,
  pause: () => 1,
});
const filesOnMain = (): string[] =>
  gitIn(folder('origin.git'))('ls-tree', '-r', '--name-only', 'main').split('\n');

describe('results into one commit', () => {
  test('all artifacts of a run: one commit, and the checkout is as it was', async () => {
    writeArtifact(folder('artifacts/results-a'), 'a', 'aaaaaaa');
    writeArtifact(folder('artifacts/results-b'), 'b', 'bbbbbbb');
    const { repository, git } = clone('one');
    const before = git('rev-parse', 'HEAD');
    const commit = await commitResults(await collect(folder('artifacts')), options(repository));
    assert.equal(gitIn(folder('origin.git'))('rev-parse', 'main'), commit);
    assert.equal(gitIn(folder('origin.git'))('rev-list', '--count', 'main'), '2');
    assert.equal(filesOnMain().filter((file) => file.endsWith('/run.json')).length, 2);
    assert.deepEqual([git('rev-parse', 'HEAD'), git('status', '--porcelain')], [before, '']);
    assert.equal(git('worktree', 'list').split('\n').length, 1);
    assert.equal(await commitResults(await collect(folder('artifacts')), options(repository)), null);
  });

  test('of a job that was started again, its last attempt', async () => {
    const attempts: [string, string, string][] = [
      ['results-a-attempt-2', 'a', 'ccccccc'],
      ['results-a-attempt-9', 'a', 'ddddddd'],
      ['results-a-attempt-10', 'a', 'aaaaaaa'],
      ['results-a-2-attempt-1', 'a', 'bbbbbbb'],
      ['results-b-attempt-1', 'b', 'bbbbbbb'],
    ];
    for (const [name, machine, id] of attempts) writeArtifact(folder(`artifacts/${name}`), machine, id);
    const { runs, leftOut } = await collect(folder('artifacts'));
    assert.deepEqual(leftOut, []);
    const found = runs.map(({ run, name }) => `${run.machine} ${name.slice(-7)}`);
    assert.deepEqual(found.sort(), ['a aaaaaaa', 'a bbbbbbb', 'b bbbbbbb']);
  });

  test('ten that finish at once: all results land, none is written over', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `m${index}`);
    await Promise.all(
      names.map(async (name) => {
        writeArtifact(folder(`from-${name}/results`), name, 'ccccccc');
        const { repository } = clone(`clone-${name}`);
        // A jittered pause, as in a workflow, but short.
        const pause = (): number => Math.random() * 200;
        await commitResults(await collect(folder(`from-${name}`)), { ...options(repository), pause });
      }),
    );
    assert.equal(filesOnMain().filter((file) => file.endsWith('/run.json')).length, 10);
  });

  test('a push that comes between fetch and push: the commit is made again on top of it', async () => {
    writeArtifact(folder('artifacts/results'), 'a', 'aaaaaaa');
    const { repository } = clone('one');
    const other = clone('other');
    let raced = 0;
    const hook = join(folder('origin.git'), 'hooks/pre-receive');
    // The first push is refused as if another had come first, and another does come.
    writeFileSync(hook, '#!/bin/sh\nif [ ! -e once ]; then touch once; exit 1; fi\n', { mode: 0o755 });
    await commitResults(await collect(folder('artifacts')), {
      ...options(repository),
      onRetry: () => {
        raced++;
        writeFileSync(join(other.path, 'elsewhere'), 'x');
        other.git('add', 'elsewhere');
        other.git('commit', '-qm', 'elsewhere');
        other.git('push', '-q', 'origin', 'main');
      },
    });
    assert.equal(raced, 1);
    assert.ok(filesOnMain().includes('elsewhere'));
    assert.ok(filesOnMain().some((file) => file.endsWith('run.json')));
    assert.equal(gitIn(folder('origin.git'))('rev-list', '--count', 'main'), '3');
  });

  test('a runner that died before its first block: nothing of its run lands, what others measured does', async () => {
    writeArtifact(folder('artifacts/results-a'), 'a', 'aaaaaaa', { run: { finishedAt: null } });
    writeArtifact(folder('artifacts/results-b'), 'b', 'bbbbbbb');
    const collected = await collect(folder('artifacts'));
    assert.match(collected.leftOut[0]?.why ?? '', /did not finish/);
    assert.deepEqual(
      collected.leftOut.map(({ isLost }) => isLost),
      [false],
      'nothing of it was measured',
    );
    await commitResults(collected, options(clone('one').repository));
    assert.ok(!filesOnMain().some((file) => file.includes('/a')));
    assert.ok(filesOnMain().some((file) => file.startsWith('results/runs/b/')));
  });

  test('a run that was cancelled before its first block fails nobody who looks for what it left', async () => {
    writeArtifact(folder('artifacts/results-a'), 'a', 'aaaaaaa', { run: { finishedAt: null } });
    const { repository } = clone('one');
    const summary = folder('summary');
    const commit = () => {
      const invocation = invocationIn({ repository } as MadeRepository, { arguments: [folder('artifacts')] });
      return ciCommit.run({
        ...invocation,
        environment: { ...process.env, GITHUB_STEP_SUMMARY: summary },
      });
    };
    assert.equal(await commit(), 0);
    assert.match(readFileSync(summary, 'utf8'), /Nothing to commit.*did not finish its first block/s);
    writeArtifact(folder('artifacts/results-b'), 'b', 'bbbbbbb', { requests: [1_000, 1_010, -5] });
    assert.equal(await commit(), 1);
  });

  test('a file that is cut off, and figures that cannot be: left out aloud', async () => {
    writeArtifact(folder('artifacts/results-a'), 'a', 'aaaaaaa');
    const path = folder('artifacts/results-a/runs/a/2026/20260101T000000Z-aaaaaaa/go-gin.json');
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 300));
    writeArtifact(folder('artifacts/results-b'), 'b', 'bbbbbbb', { requests: [1_000, 1_010, -5] });
    const collected = await collect(folder('artifacts'));
    assert.deepEqual(
      collected.leftOut.map(({ isLost }) => isLost),
      [true, true],
    );
    assert.deepEqual(
      collected.parts.flatMap(({ files }) => files),
      [],
    );
  });

  test('a result that is committed is never changed, and holds up no other', async () => {
    writeArtifact(folder('artifacts/results'), 'a', 'aaaaaaa');
    const { repository } = clone('one');
    await commitResults(await collect(folder('artifacts')), options(repository));
    writeArtifact(folder('artifacts/results'), 'a', 'aaaaaaa', { requests: [1_000, 1_010, 1_006] });
    writeArtifact(folder('artifacts/results'), 'a', 'bbbbbbb');
    writeArtifact(folder('artifacts/results-b'), 'b', 'ccccccc');
    const collected = await collect(folder('artifacts'));
    await commitResults(collected, options(repository));
    const [leftOut, ...others] = collected.leftOut;
    assert.match(leftOut?.why ?? '', /Cannot change a committed result/);
    assert.match(leftOut?.what ?? '', /aaaaaaa$/);
    assert.deepEqual(others, []);
    const kept = gitIn(folder('origin.git'))('show', `main:results/${leftOut?.what}/go-gin.json`);
    assert.doesNotMatch(kept, /1006/);
    const runs = filesOnMain().filter((file) => file.endsWith('/run.json'));
    assert.equal(runs.length, 3);
    assert.deepEqual(
      collected.runs.map(({ name }) => name.slice(-7)),
      ['bbbbbbb', 'ccccccc'],
    );
  });

  test('a result that has the address of another, of a different year, is left out: none could be read', async () => {
    const { repository } = clone('one');
    const place = (into: string, comparison: Comparison): void => {
      mkdirSync(dirname(join(into, resultPath(comparison))), { recursive: true });
      writeFileSync(join(into, resultPath(comparison)), formatResult(comparison));
    };
    const into = folder('artifacts/results');
    writeArtifact(into, 'a', 'aaaaaaa');
    place(into, comparisonOf(1));
    await commitResults(await collect(folder('artifacts')), options(repository));

    const forged = folder('forged/results');
    writeArtifact(forged, 'a', 'aaaaaaa');
    const runs = join(forged, 'runs/a');
    cpSync(join(runs, '2026'), join(runs, '2025'), { recursive: true });
    rmSync(join(runs, '2026'), { recursive: true });
    const file = join(runs, '2025/20260101T000000Z-aaaaaaa/run.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"startedAt": "2026-', '"startedAt": "2025-'));
    place(forged, comparisonOf(1, { startedAt: '2025-11-21T10:15:00.000Z' }));
    writeArtifact(folder('forged/results-b'), 'b', 'bbbbbbb');
    const collected = await collect(folder('forged'));
    assert.deepEqual(collected.leftOut, []);
    await commitResults(collected, options(repository));
    assert.equal(collected.leftOut.length, 2);
    for (const { why, isLost } of collected.leftOut) {
      assert.match(why, /Another result has the same address/);
      assert.ok(isLost);
    }
    assert.ok(!filesOnMain().some((path) => path.includes('/2025/')));
    assert.ok(filesOnMain().some((path) => path.startsWith('results/runs/b/')));
  });

  test('a push that lands without an answer is no other commit and not nothing, though another follows', async () => {
    for (const [attempt, name] of ['aaaaaaa', 'bbbbbbb'].entries()) {
      writeArtifact(folder(`artifacts-${name}/results`), 'a', name);
      const { repository, git } = clone(name);
      const other = clone(`other-${name}`);
      // The origin takes the first push, and the connection ends before it says so.
      const receive = folder(`receive-${name}`);
      const once = `if [ ! -e ${receive}.once ]; then touch ${receive}.once; exit 1; fi`;
      writeFileSync(receive, `#!/bin/sh\ngit-receive-pack "$@"\n${once}\n`, { mode: 0o755 });
      git('config', 'remote.origin.receivepack', receive);
      const commit = await commitResults(await collect(folder(`artifacts-${name}`)), {
        ...options(repository),
        onRetry: () => {
          if (attempt === 0) return;
          other.git('pull', '-q', 'origin', 'main');
          other.git('commit', '-q', '--allow-empty', '-m', 'elsewhere');
          other.git('push', '-q', 'origin', 'main');
        },
      });
      const origin = gitIn(folder('origin.git'));
      assert.equal(commit, origin('rev-parse', attempt === 0 ? 'main' : 'main~'), name);
    }
    assert.equal(gitIn(folder('origin.git'))('rev-list', '--count', 'main'), '4');
  });

  test('a branch that takes no push: said after some tries, and the artifacts are still there', async () => {
    writeArtifact(folder('artifacts/results'), 'a', 'aaaaaaa');
    writeFileSync(join(folder('origin.git'), 'hooks/pre-receive'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const { repository } = clone('one');
    const collected = await collect(folder('artifacts'));
    const refusal = await refusalOf(() => commitResults(collected, options(repository)));
    assert.match(refusal.next, /uses the same artifacts/);
    assert.ok(existsSync(folder('artifacts/results/machines/a.json')));
  });
});

describe('one bad artifact never holds up the good ones', () => {
  const bad = (): string => folder('artifacts/results-b');
  const target = (): string => join(bad(), 'runs/b/2026/20260101T000000Z-bbbbbbb/go-gin.json');
  const deep = (): string => `{"schemaVersion":1,"cells":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const spoiled: [string, () => void][] = [
    ['a hundred thousand levels', () => writeFileSync(target(), deep())],
    ['a machine of a hundred thousand levels', () => writeFileSync(join(bad(), 'machines/b.json'), deep())],
    ['no machine', () => rmSync(join(bad(), 'machines/b.json'))],
    ['a link in a run', () => symlinkSync('/etc/passwd', join(dirname(target()), 'go-x.json'))],
    ['a link in the place of a result', () => relink(target(), '/etc/passwd')],
    ['a pipe in a run', () => void execFileSync('mkfifo', [join(dirname(target()), 'go-x.json')])],
    [
      'a clock of the future',
      () => replaceIn(join(dirname(target()), 'run.json'), '2026-01-01T01', '2099-01-01T01'),
    ],
    ['a folder of no run', () => cpSync(dirname(target()), `${dirname(target())}\nx *`, { recursive: true })],
    ['runs that are a link', () => relink(join(bad(), 'runs'), '/etc')],
    ['machines that are a file', () => relink(join(bad(), 'machines'), null)],
  ];
  for (const [name, spoil] of spoiled) {
    test(name, { timeout: 60_000 }, async () => {
      writeArtifact(folder('artifacts/results-a'), 'a', 'aaaaaaa');
      writeArtifact(bad(), 'b', 'bbbbbbb');
      writeArtifact(folder('artifacts/results-c'), 'c', 'ccccccc');
      spoil();
      const collected = await collect(folder('artifacts'));
      assert.ok(collected.leftOut.length > 0);
      for (const { what, why } of collected.leftOut) {
        assert.ok(what.includes('results-b'), what);
        assert.doesNotMatch(why, /root:|at \w+ \(/);
      }
      await commitResults(collected, options(clone('one').repository));
      const runs = filesOnMain().filter((file) => file.endsWith('/run.json'));
      const expected = name === 'a folder of no run' ? ['a', 'b', 'c'] : ['a', 'c'];
      assert.deepEqual(
        runs.map((file) => file.split('/')[2]),
        expected,
      );
    });
  }

  test('nor does one bad run hold up the other of its artifact, nor a comparison', async () => {
    const into = folder('artifacts/results');
    writeArtifact(into, 'a', 'aaaaaaa');
    writeArtifact(into, 'a', 'bbbbbbb');
    writeFileSync(join(into, 'runs/a/2026/20260101T000000Z-aaaaaaa/go-gin.json'), 'no JSON');
    const comparison = comparisonOf(1);
    for (const path of [resultPath(comparison), resultPath({ ...comparison, id: 'elsewhere' })]) {
      mkdirSync(dirname(join(into, path)), { recursive: true });
      writeFileSync(join(into, path), formatResult(comparison));
    }
    const collected = await collect(folder('artifacts'));
    assert.equal(collected.leftOut.length, 2);
    await commitResults(collected, options(clone('one').repository));
    const files = filesOnMain();
    assert.ok(files.includes(`results/${resultPath(comparison)}`));
    assert.ok(!files.some((file) => file.includes('elsewhere') || file.includes('aaaaaaa/')));
    assert.ok(files.includes('results/runs/a/2026/20260101T000000Z-bbbbbbb/run.json'));
  });

  test('nothing but plain files is committed, whatever an artifact or the branch contains', async () => {
    const into = folder('artifacts/results');
    writeArtifact(into, 'a', 'aaaaaaa');
    writeArtifact(into, 'b', 'bbbbbbb');
    chmodSync(join(into, 'runs/a/2026/20260101T000000Z-aaaaaaa/run.json'), 0o777);
    const comparison = comparisonOf(1);
    const path = resultPath(comparison);
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(folder('comparison.json'), formatResult(comparison));
    symlinkSync(folder('comparison.json'), join(into, path));
    // Somebody has merged a link that leads out of the work tree.
    const { path: other, git } = clone('other');
    mkdirSync(join(other, 'results/runs'), { recursive: true });
    mkdirSync(folder('outside'));
    symlinkSync(folder('outside'), join(other, 'results/runs/b'));
    git('add', 'results');
    git('commit', '-qm', 'link');
    git('push', '-q', 'origin', 'main');
    const collected = await collect(folder('artifacts'));
    await commitResults(collected, options(clone('one').repository));
    const added = gitIn(folder('origin.git'))('diff-tree', '-r', '--no-commit-id', 'main');
    const modes = added.split('\n').map((line) => line.split(' ')[1]);
    assert.deepEqual([...new Set(modes)], ['100644']);
    assert.deepEqual(readdirSync(folder('outside')), []);
    assert.deepEqual(
      collected.leftOut.map(({ why }) => /symbolic link|Cannot change/.exec(why)?.[0]),
      ['symbolic link', 'Cannot change'],
    );
  });

  function relink(path: string, to: string | null): void {
    rmSync(path, { recursive: true });
    if (to === null) writeFileSync(path, '');
    else symlinkSync(to, path);
  }

  function replaceIn(path: string, text: string, by: string): void {
    writeFileSync(path, readFileSync(path, 'utf8').replace(text, by));
  }
});

test('a job hands on what it measured, not what was there before', async () => {
  const { repository, path, git } = clone('one');
  writeArtifact(repository.results, 'old', 'ddddddd');
  git('add', 'results');
  git('commit', '-qm', 'old');
  writeArtifact(repository.results, 'new', 'eeeeeee');
  writeFileSync(join(path, 'results/notes.txt'), 'x');
  await gatherResults(repository, folder('measured'), signal);
  assert.deepEqual(readdirSync(folder('measured')), ['machines', 'runs']);
  assert.deepEqual(readdirSync(folder('measured/runs')), ['new']);
  cpSync(folder('measured'), folder('artifacts/results'), { recursive: true });
  assert.equal((await collect(folder('artifacts'))).runs.length, 1);
});

describe('a job hands on', () => {
  const gather = (name: string) => gatherResults(clone(name).repository, folder('measured'), signal);

  test('the file of its machine, though a run that changes nothing about the machine leaves it as it was', async () => {
    const { repository, git } = clone('one');
    writeArtifact(repository.results, 'a', 'aaaaaaa');
    git('add', 'results');
    git('commit', '-qm', 'first run');
    writeArtifact(repository.results, 'a', 'bbbbbbb');
    const { files } = await gatherResults(repository, folder('artifacts/results'), signal);
    assert.ok(files.includes('results/machines/a.json'));
    const collected = await collect(folder('artifacts'));
    assert.deepEqual(collected.leftOut, []);
    assert.equal(collected.runs.length, 1);
  });

  test('what is whole, without what was deleted, links, and names that an upload refuses', async () => {
    const { repository, git, path } = clone('one');
    writeArtifact(repository.results, 'old', 'ddddddd');
    git('add', 'results');
    git('commit', '-qm', 'old');
    const old = join(repository.results, 'runs/old/2026/20260101T000000Z-ddddddd');
    rmSync(join(old, 'go-gin.json'));
    writeArtifact(repository.results, 'new', 'eeeeeee');
    const fresh = join(repository.results, 'runs/new/2026/20260101T000000Z-eeeeeee');
    symlinkSync('/etc/passwd', join(fresh, 'secret.json'));
    writeFileSync(join(fresh, 'a\nb.json'), '{}');
    writeFileSync(join(fresh, 'a:b*.json'), '{}');
    const { files, leftOut } = await gatherResults(repository, folder('measured'), signal);
    assert.deepEqual(
      files.map((file) => file.split('/').at(-1)),
      ['new.json', 'go-gin.json', 'run.json'],
    );
    assert.deepEqual(leftOut.map(({ why }) => why).sort(), [
      'it is a symbolic link',
      'it was deleted',
      'its name has other characters than those of results',
      'its name has other characters than those of results',
    ]);
    assert.ok(
      !existsSync(join(folder('measured'), fresh.slice(path.length + '/results/'.length), 'secret.json')),
    );
  });

  test('nothing, where nothing was measured', async () => {
    assert.deepEqual(await gather('one'), { files: [], leftOut: [] });
  });
});

describe('a history of releases', () => {
  /** The history with its first releases, as a job of that day hands it on. */
  function historyArtifact(
    name: string,
    count: number,
    change: { confirmed?: boolean; askedAt?: string } = {},
  ): string {
    const { history, comparisons } = believableReleases('a');
    const releases = history.releases.slice(0, count);
    const known = new Set(releases.map(({ version }) => version));
    const confirmations =
      change.confirmed === false ? [] : history.confirmations.filter(({ to }) => known.has(to));
    const causes = history.causes?.filter((cause) => confirmations.some(({ to }) => to === cause.to));
    const own = { ...history, askedAt: change.askedAt ?? history.askedAt, releases, confirmations, causes };
    const into = folder(`${name}/results-a`);
    mkdirSync(join(into, 'machines'), { recursive: true });
    writeFileSync(join(into, 'machines/a.json'), formatResult(smallMachine('a')));
    const named = JSON.stringify(own);
    for (const comparison of comparisons.values())
      if (named.includes(comparison.id)) writeReleaseComparison(into, releasesFolder(own), comparison);
    writeHistory(into, own);
    return folder(name);
  }
  const commit = async (from: string) => {
    const collected = await collect(from);
    const { repository } = clone(`clone-${from.split('/').at(-1)}`);
    return { collected, commit: await commitResults(collected, options(repository)) };
  };
  const PLACE = 'results/releases/a/go-gin.raw/github.com-gin-gonic-gin/';
  const comparisonsOnMain = (): number =>
    filesOnMain().filter((file) => file.startsWith(PLACE) && !file.endsWith('/history.json')).length;

  test('grows by what came since, and is never taken back', async () => {
    const first = await commit(historyArtifact('one', 4));
    assert.deepEqual(first.collected.leftOut, []);
    assert.equal(comparisonsOnMain(), 2);
    const second = await commit(historyArtifact('two', 7));
    assert.deepEqual(second.collected.leftOut, []);
    assert.equal(second.collected.releases.length, 1);
    assert.equal(comparisonsOnMain(), 6);
    const older = await commit(historyArtifact('three', 4));
    assert.equal(older.commit, null, 'what is committed contains it');
    const less = await commit(historyArtifact('four', 7, { confirmed: false }));
    assert.equal(less.commit, null);
    assert.equal(comparisonsOnMain(), 6);
  });

  const LATER = '2026-06-10T02:00:00.000Z';
  const onMain = (): ReleaseHistory =>
    JSON.parse(gitIn(folder('origin.git'))('show', `main:${PLACE}history.json`)) as ReleaseHistory;

  test('of an earlier day does not replace a later one that has the same releases', async () => {
    await commit(historyArtifact('one', 7, { askedAt: LATER }));
    const earlier = await commit(historyArtifact('two', 7));
    assert.deepEqual([earlier.commit, earlier.collected.leftOut], [null, []]);
    assert.equal(onMain().askedAt, LATER);
    const less = await commit(historyArtifact('three', 4));
    assert.deepEqual([less.commit, less.collected.leftOut], [null, []], 'what is committed contains it');
  });

  test('keeps the causes that people wrote meanwhile', async () => {
    await commit(historyArtifact('one', 7));
    const { path, git } = clone('by-hand');
    const file = join(path, PLACE, 'history.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Each body is copied', 'Each header is copied'));
    git('commit', '-qam', 'Name a cause');
    git('push', '-q');
    const text = 'Each header is copied once more.';
    assert.equal((await commit(historyArtifact('two', 7))).commit, null, 'it has nothing else');
    assert.equal(onMain().causes?.[0]?.text, text);
    assert.notEqual((await commit(historyArtifact('three', 7, { askedAt: LATER }))).commit, null);
    assert.deepEqual([onMain().askedAt, onMain().causes?.map((cause) => cause.text)], [LATER, [text]]);
  });

  test('is all that is committed of a run of releases, whoever asks for it', async () => {
    const github = await startFakeGitHub();
    github.runs = ['bench', 'releases'].map((name, index) => ({
      id: index + 5,
      path: `.github/workflows/${name}.yml`,
      head_branch: 'main',
      head_repository: { full_name: REPOSITORY },
      event: 'schedule',
      status: 'completed',
      created_at: '2026-03-07T01:17:00Z',
    }));
    writeArtifact(join(historyArtifact('one', 4), 'results-a'), 'a', 'aaaaaaa');
    const own = folder('one/results-releases-of-a-attempt-1');
    renameSync(folder('one/results-a'), own);
    const ci = (name: string, asked: Record<string, string>): Promise<number> => {
      const { repository } = clone(name);
      const invocation = invocationIn({ repository } as MadeRepository, {
        arguments: [folder('one')],
        options: asked,
      });
      return ciCommit.run({ ...invocation, environment: { ...process.env, ...github.environment } });
    };
    const runsOnMain = (): number => filesOnMain().filter((file) => file.startsWith('results/runs/')).length;
    const ways: Record<string, string>[] = [
      { only: 'releases' },
      { 'of-run': '6' },
      { 'of-run': '6', only: 'runs' },
    ];
    try {
      for (const asked of ways) {
        assert.equal(await ci(Object.values(asked).join('-'), asked), 1, 'the rest is named');
        assert.deepEqual([comparisonsOnMain(), runsOnMain()], [2, 0]);
      }
      assert.equal(await ci('bench', { 'of-run': '5' }), 0);
      assert.equal(runsOnMain(), 2);
    } finally {
      await github.close();
    }
  });

  test('of another machine than its job ran on is left out: a release may write any', async () => {
    const from = historyArtifact('one', 4);
    const named = (machine: string, before: string): void =>
      renameSync(join(from, before), join(from, `results-releases-of-${machine}-attempt-1`));
    named('b', 'results-a');
    const other = await collect(from);
    assert.deepEqual(other.releases, []);
    assert.match(other.leftOut[0]?.why ?? '', /ran on b$/);
    writeArtifact(join(from, 'results-releases-of-a-attempt-1'), 'a', 'aaaaaaa');
    assert.match((await collect(from)).leftOut[0]?.why ?? '', /name several machines: a, b$/);
    rmSync(join(from, 'results-releases-of-a-attempt-1'), { recursive: true });
    named('', 'results-releases-of-b-attempt-1');
    assert.match((await collect(from)).leftOut[0]?.why ?? '', /was not named$/);
    renameSync(join(from, 'results-releases-of--attempt-1'), join(from, 'results-a'));
    assert.match((await collect(from, ['releases'])).leftOut[0]?.why ?? '', /does not name the machine/);
    named('a', 'results-a');
    assert.deepEqual((await commit(from)).collected.leftOut, []);
    assert.equal(comparisonsOnMain(), 2);
  });

  test('of a single artifact lie in the folder itself, and the job or its run tells the machine', async () => {
    const from = join(historyArtifact('one', 4), 'results-a');
    const why = async (machine?: string): Promise<string | undefined> =>
      (await collect(from, ['releases'], machine)).leftOut[0]?.why;
    assert.match((await why()) ?? '', /does not name the machine/);
    assert.match((await why('b')) ?? '', /ran on b$/);
    assert.match((await why('')) ?? '', /was not named$/);
    assert.equal(await why('a'), undefined);
    assert.equal((await collect(from, ['releases'], 'a')).releases.length, 1);
  });

  test('needs the file of its machine, and changes none that is there: it follows the newest run', async () => {
    const system = (from: string, name: string): void => {
      const file = join(from, 'results-a/machines/a.json');
      writeFileSync(file, formatResult({ ...smallMachine('a'), operatingSystem: name }));
    };
    const onMainSystem = (): string =>
      machineSchema.parse(JSON.parse(gitIn(folder('origin.git'))('show', 'main:results/machines/a.json')))
        .operatingSystem;
    await commit(historyArtifact('one', 4));
    assert.equal(onMainSystem(), 'x');
    writeArtifact(folder('two/results-a'), 'a', 'aaaaaaa');
    system(folder('two'), 'y');
    await commit(folder('two'));
    assert.equal(onMainSystem(), 'y');
    system(historyArtifact('three', 7), 'z');
    const { collected } = await commit(folder('three'));
    assert.deepEqual(collected.leftOut, []);
    assert.deepEqual([comparisonsOnMain(), onMainSystem()], [6, 'y']);
  });

  test('that does not pass the judgement is left out, and the others are committed', async () => {
    const from = historyArtifact('one', 7);
    const file = join(from, 'results-a', PLACE.slice('results/'.length), 'history.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"1.9.1"', '"1.9.9"'));
    writeArtifact(folder('one/results-b'), 'b', 'bbbbbbb');
    const { collected } = await commit(from);
    assert.match(collected.leftOut[0]?.why ?? '', /belongs|each once/);
    assert.equal(comparisonsOnMain(), 0);
    assert.ok(filesOnMain().some((path) => path.startsWith('results/runs/b/')));
  });

  test('is gathered as a whole', async () => {
    await commit(historyArtifact('one', 7));
    const { path, repository } = clone('measured');
    const file = join(path, PLACE, 'history.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('"askedAt": "2026-06-03', '"askedAt": "2026-06-04'),
    );
    const { files } = await gatherResults(repository, folder('gathered'), signal);
    assert.equal(files.filter((one) => one.startsWith(PLACE)).length, 7);
    assert.ok(files.includes('results/machines/a.json'));
  });
});
