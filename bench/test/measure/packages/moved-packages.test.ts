import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { readTarget, variantsOf } from '../../../src/catalog/targets.ts';
import { resolveSide } from '../../../src/measure/duet/side-spec.ts';
import { olderFolder } from '../../../src/measure/packages/older.ts';
import { lockedRuntime, runtimeOf } from '../../../src/measure/packages/runtimes.ts';
import { sideOfRelease, subjectOf } from '../../../src/measure/releases/subject.ts';
import { repository as thisRepository } from '../../../src/util/repository.ts';
import { refusalOf } from '../support/errors.ts';
import { makeRepository, manifestOf } from '../support/repository.ts';

const dependency = (artifact: string, version: string): string =>
  `<dependency><groupId>io.vertx</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;

describe('a copy of a target with other versions', () => {
  const made = makeRepository();
  const { repository } = made;
  after(() => made.remove());
  made.write('targets/CONTRACT.md', '# The contract\n');
  made.write('targets/.dockerignore', '**/target\n');
  const base = manifestOf('parts', ['json']);
  made.write(
    'targets/java/parts/target.yaml',
    stringify({
      ...base,
      language: 'Java',
      framework: { ...base.framework, version: { lockFile: 'pom.xml', package: 'io.vertx:vertx-core' } },
    }),
  );
  made.write('targets/java/parts/Dockerfile', 'FROM scratch\n');
  made.write(
    'targets/java/parts/pom.xml',
    `<project><dependencies>${dependency('vertx-core', '5.0.1')}${dependency('vertx-web', '5.0.1')}</dependencies></project>\n`,
  );
  made.write('targets/java/parts/src/Main.java', 'today\n');
  made.write('targets/java/parts/src/Same.java', 'the same\n');
  made.write('targets/java/parts/older/vertx-core-4/src/Main.java', 'of then\n');

  const signal = new AbortController().signal;
  const folderOf = async (side: string): Promise<string> =>
    (await resolveSide(repository, side, signal)).targetVariant.target.folder;
  const text = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

  test('packages that must move together do: each of them in every side', async () => {
    const { head } = subjectOf(repository, {
      ...{ name: 'java/parts', package: null, together: ['vertx-web'], machine: 'machine' },
    });
    assert.deepEqual(head.together, ['io.vertx:vertx-web']);
    const side = sideOfRelease(head, '5.1.0');
    assert.equal(side, 'java/parts@io.vertx:vertx-core=5.1.0@io.vertx:vertx-web=5.1.0');
    const pom = text(await folderOf(side), 'pom.xml');
    assert.ok(pom.includes(dependency('vertx-core', '5.1.0')), pom);
    assert.ok(pom.includes(dependency('vertx-web', '5.1.0')), pom);
    const alone = text(await folderOf('java/parts@vertx-core=5.1.0'), 'pom.xml');
    assert.ok(alone.includes(dependency('vertx-web', '5.0.1')), alone);
  });

  test('has the files of an older major version where they differ, and of no other', async () => {
    const then = await folderOf('java/parts@vertx-core=4.5.9');
    assert.equal(text(then, 'src/Main.java'), 'of then\n');
    assert.equal(text(then, 'src/Same.java'), 'the same\n');
    const now = await folderOf('java/parts@vertx-core=5.1.0');
    assert.equal(text(now, 'src/Main.java'), 'today\n');
    for (const folder of [then, now]) assert.ok(!existsSync(join(folder, 'older')), 'no source of its own');
    assert.equal(text(now, '../../.dockerignore'), '**/target\n', 'builds of processes go into no image');
    assert.equal(
      text(await folderOf('java/parts@vertx-core=3.9.0'), 'src/Main.java'),
      'of then\n',
      'and before',
    );
    // Another package of the same major version is no reason.
    assert.equal(text(await folderOf('java/parts@vertx-web=4.5.9'), 'src/Main.java'), 'today\n');
  });

  test('the files of the nearest older series are taken, down to a minor version', () => {
    const { folder } = readTarget(repository, 'java/parts');
    for (const name of ['work-1.4', 'work-1.10', 'work-0', 'worker-9'])
      made.write(`targets/java/parts/older/${name}/same.txt`, 'same\n');
    const of = (version: string): string | null => {
      const found = olderFolder(folder, 'example.org/made/work', version);
      return found && basename(found);
    };
    assert.deepEqual(['0.9.1', '1.2.0', '1.4.9', '1.5.0', '1.10.3', '1.11.0', '2.0.0'].map(of), [
      'work-0',
      'work-1.4',
      'work-1.4',
      'work-1.10',
      'work-1.10',
      null,
      null,
    ]);
    assert.equal(of('0123456789abcdef0123456789abcdef01234567'), null, 'a commit is of no known age');
    assert.equal(olderFolder(join(folder, 'src'), 'work', '1.0.0'), null, 'nothing differs');
  });

  test('a package that is there twice, or not at all, is refused', async () => {
    await refusalOf(() => folderOf('java/parts@vertx-core=5.1.0@vertx-core=5.0.0'));
    const { next, what } = await refusalOf(() => folderOf('java/parts@vertx-wbe=5.1.0'));
    assert.match(`${what} ${next}`, /vertx-web/);
  });
});

describe('the runtime of a target', () => {
  const runtimes = (id: string): (string | null)[] =>
    variantsOf(readTarget(thisRepository, id)).map(({ target }) => runtimeOf(target));

  test('is what reports its version, wherever its program lies', () => {
    assert.deepEqual(runtimes('javascript/hono'), ['node', 'bun', 'deno']);
    assert.deepEqual(runtimes('typescript/elysia'), ['bun'], 'compiled into the server');
    assert.deepEqual(new Set(runtimes('go/gin')), new Set(['go']));
    assert.deepEqual(new Set(runtimes('python/flask')), new Set([null]));
  });

  test('has the version of a lock file where there is one', () => {
    const hono = join(thisRepository.targets, 'javascript/hono');
    const pinned = (folder: string, name: string): unknown =>
      JSON.parse(readFileSync(join(hono, folder, 'package.json'), 'utf8')).dependencies[name];
    assert.equal(lockedRuntime(hono, 'bun'), pinned('bun', 'bun'));
    assert.equal(lockedRuntime(hono, 'node'), null, 'what the machine has');
    if (process.arch === 'x64')
      assert.equal(lockedRuntime(hono, 'deno'), pinned('deno', '@deno/linux-x64-glibc'));
  });
});
