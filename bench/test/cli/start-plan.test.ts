import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { readProfile } from '../../src/catalog/profiles.ts';
import { readTargets, selectVariants } from '../../src/catalog/targets.ts';
import { buildFirstTable, planFirstTable } from '../../src/commands/start/first-table.ts';
import { containerCommand, startInContainer } from '../../src/commands/start/in-container.ts';
import { planStart, withLoader, withoutLoader } from '../../src/commands/start/start-plan.ts';
import type { Built, Launcher } from '../../src/launch/launcher.ts';
import { loadShapeId, profileSchema } from '../../src/model/index.ts';
import { createTerminal } from '../../src/terminal/terminal.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { setVariables } from '../process/environment.ts';

const quick = readProfile(repository, 'quick');
const all = selectVariants(readTargets(repository), []);
/** Nothing has ever been built into it. */
const cache = '/nowhere/cache';

describe('what the first table has', () => {
  const first = readProfile(repository, 'first');
  const simple = all.filter(({ target }) => ['JavaScript', 'TypeScript'].includes(target.manifest.language));
  const names = (seconds: number): string[] =>
    planFirstTable(first, simple, { cache, seconds }).map(({ name }) => name);

  test('as many targets as fit, however many there are, and at least two', () => {
    assert.ok(simple.length > 10, `${simple.length}`);
    assert.equal(names(1).length, 2);
    assert.ok(names(200).length > 2 && names(200).length < simple.length, names(200).join());
    assert.equal(names(10_000).length, simple.length);
  });

  test('one variant of each framework before a second, and platforms last', () => {
    const order = names(10_000);
    const firsts = [
      ...new Set(
        simple.filter(({ target }) => target.manifest.kind !== 'platform').map(({ target }) => target.id),
      ),
    ];
    const frameworkOf = (name: string): string => name.split(':')[0] ?? '';
    assert.equal(new Set(order.slice(0, firsts.length).map(frameworkOf)).size, firsts.length, order.join());
    assert.ok(order.indexOf('javascript/hono:bun') > order.indexOf('typescript/nestjs:express'));
    assert.equal(order.at(-1), 'javascript/node-http');
  });

  test('of all that this machine has, what is soonest built and warm', () => {
    const here = all.filter(({ target }) =>
      ['Go', 'Java', 'JavaScript', 'Python'].includes(target.manifest.language),
    );
    const languagesOf = (seconds: number) =>
      new Set(planFirstTable(first, here, { cache, seconds }).map(({ target }) => target.manifest.language));
    assert.deepEqual(languagesOf(1), new Set(['Python']));
    assert.deepEqual(languagesOf(10_000), new Set(['Python', 'JavaScript']));
  });

  test('where a build fails, what other toolchains build', async () => {
    const tried: string[] = [];
    const launcher: Pick<Launcher, 'missingFor' | 'build'> = {
      missingFor: async () => [],
      async build({ manifest }) {
        tried.push(manifest.language);
        if (manifest.language === 'Python') throw new Error('the registry is out of reach');
        return {} as Built;
      },
    };
    const building = {
      repository: { ...repository, cache },
      launcher: launcher as Launcher,
      signal: new AbortController().signal,
      report: () => {},
    };
    const built = await buildFirstTable(building, first, { here: all, seconds: 1 });
    assert.ok(built.length === 2 && built.every(({ target }) => target.manifest.language !== 'Python'));
    assert.equal(
      tried.filter((language) => language === 'Python').length,
      1,
      'its second target is not tried',
    );
    const python = all.filter(({ target }) => target.manifest.language === 'Python');
    assert.deepEqual(await buildFirstTable(building, first, { here: python, seconds: 1 }), []);
  });
});

describe('what a start measures within its time', () => {
  const planned = (seconds: number, missing: string[] = []) =>
    planStart(withoutLoader(quick, 'oha'), all, { cache, seconds, missing: new Set(missing) });

  test('no long build and no runtime that takes too long to warm up; each is named, with its minutes', () => {
    const { targetVariants, left, profile, seconds } = planned(480);
    const languages = new Set(targetVariants.map(({ target }) => target.manifest.language));
    for (const language of ['Rust', 'Java', 'Kotlin', 'C#']) assert.ok(!languages.has(language), language);
    for (const language of ['C', 'Go', 'JavaScript', 'Ruby']) assert.ok(languages.has(language), language);
    assert.ok(left.includes('rust/axum: takes about 7 min to build'), left.join('\n'));
    assert.ok(
      left.some((line) => /java\/vertx:jvm.*not warm within 20 s/.test(line)),
      left.join('\n'),
    );
    assert.ok(seconds <= 480, `${seconds} s`);
    assert.deepEqual(
      [profile.scenarios, profile.blocks],
      [['json'], quick.blocks],
      'intervals before scenarios',
    );
    profileSchema.parse(profile);
  });

  test('with more targets than time, every language keeps one, and the others are named', () => {
    const { targetVariants, left, seconds } = planned(300);
    const languages = targetVariants.map(({ target }) => target.manifest.language);
    assert.ok(
      seconds <= 300 && targetVariants.length < planned(10_000).targetVariants.length,
      `${seconds} s`,
    );
    for (const language of ['C', 'Go', 'JavaScript', 'Ruby'])
      assert.ok(languages.includes(language), language);
    assert.ok(
      left.some((line) => /javascript\/node-http.*: no time for more targets/.test(line)),
      left.join('\n'),
    );
  });

  test('with less time less of the profile, and that is said; never nothing', () => {
    const whole = planned(10_000);
    assert.deepEqual(whole.profile.scenarios, quick.scenarios);
    const one = planned(whole.seconds - 1);
    assert.deepEqual([one.profile.scenarios, one.profile.blocks], [['json'], quick.blocks]);
    assert.ok(one.left.includes('the scenarios menus'));
    const least = planned(1);
    assert.equal(least.profile.blocks, 1);
    assert.ok(least.left.includes('1 more fresh starts of each target'));
    assert.ok(least.targetVariants.length > 0 && least.seconds < whole.seconds);
  });

  test('what this machine cannot build takes no time, and the run says itself why it is left out', () => {
    const go = all.filter(({ target }) => target.manifest.language === 'Go').map(({ name }) => name);
    const [less, more] = [planned(10_000, go), planned(10_000)];
    assert.ok(less.seconds < more.seconds - 60);
    assert.deepEqual(
      less.targetVariants.map(({ name }) => name),
      more.targetVariants.map(({ name }) => name),
    );
  });

  test('another loader takes over the closed loops alone, under its own name', () => {
    const other = profileSchema.parse(withLoader(quick, 'wrk', 'autocannon', (id) => id === 'json'));
    assert.deepEqual(other.loadShapes.map(loadShapeId), ['autocannon-64']);
    assert.deepEqual(other.scenarios, ['json']);
  });
});

test('in a container: the checkout is only read, and the site is on this machine alone', () => {
  const command = containerCommand('/home/me/pit wall', '24', ['--all']);
  const line = command.join('\n');
  assert.match(line, /^docker\nrun\n--rm\n/);
  assert.match(line, /\n\/home\/me\/pit wall:\/source:ro\n/);
  assert.match(line, /\n127\.0\.0\.1:4321:4321\n/);
  assert.match(
    line,
    /\nnode:24-bookworm\nsh\n-c\n.*exec npm start -- --address 0\.0\.0\.0 "\$@"\nsh\n--all$/,
  );
});

test('in a container: sources of any name are copied, packages and builds of another system are not', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-container-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const sources = [
    'bench/src/launch/build/record.ts',
    'site/src/lib/build/data.ts',
    'targets/go/gin/main.go',
    'targets/java/vertx/src/main/Server.java',
  ];
  const foreign = [
    'node_modules/zod/package.json',
    'site/node_modules/astro/package.json',
    'targets/javascript/koa/node_modules/koa/package.json',
    '.cache/tools/bin/oha',
    'targets/go/gin/build/server',
    'targets/rust/axum/target/release/server',
  ];
  for (const path of [...sources, ...foreign]) {
    mkdirSync(join(root, 'source', dirname(path)), { recursive: true });
    writeFileSync(join(root, 'source', path), '');
  }
  mkdirSync(join(root, 'pitwall'));
  const script = containerCommand(root, '24', []).find((word) => word.startsWith('tar ')) ?? '';
  const [copy = ''] = script.split(' && ');
  execFileSync('sh', ['-c', copy.replaceAll(' -C /', ` -C ${root}/`)]);
  const copied = (path: string): boolean => existsSync(join(root, 'pitwall', path));
  assert.deepEqual(sources.filter(copied), sources);
  assert.deepEqual(foreign.filter(copied), []);
});

test('without a Docker engine, it says that one must be started', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-docker-'));
  const restore = setVariables({ PATH: folder });
  t.after(() => {
    restore();
    rmSync(folder, { recursive: true, force: true });
  });
  const terminal = createTerminal(process.stdout, process.stderr, {});
  const refused = (words: string[]) => refusalOf(() => startInContainer({ terminal, repository }, words));
  const without = await refused([]);
  assert.deepEqual(
    [without.exitCode, without.seen, without.next],
    [exitCodes.missing, 'no docker on PATH', 'Start Docker Desktop (or install it), then: npm start'],
  );
  writeFileSync(join(folder, 'docker'), '#!/bin/sh\necho Cannot connect to the daemon >&2\nexit 1\n', {
    mode: 0o755,
  });
  const stopped = await refused(['--all']);
  assert.equal(stopped.seen, 'Cannot connect to the daemon');
  assert.match(stopped.next, /then: npm start -- --all$/);
});

test('in a container: what was measured there is served from there, on the port that is asked for', () => {
  const command = containerCommand('/home/me/pitwall', '24', ['--serve'], 8080);
  assert.match(command.join('\n'), /\n127\.0\.0\.1:8080:4321\n/);
  assert.equal(command.at(-1), '--serve');
});
