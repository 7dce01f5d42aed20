import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { readProfile } from '../../src/catalog/profiles.ts';
import {
  buildsOf,
  parseManifest,
  readTarget,
  readTargets,
  requireManifests,
  selectVariants,
  targetFolders,
} from '../../src/catalog/targets.ts';
import { validate } from '../../src/commands/project/validate.ts';
import { describeError, exitCodes } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository, manifestOf, shortProfile } from '../measure/support/repository.ts';

test('a variant takes its own access, its own recipe and leaves out its own scenarios', () => {
  const plain = right();
  const recipe = {
    process: { ...plain.process, start: ['build/native'] },
    container: { dockerfile: 'Dockerfile.native' },
    runtime: plain.runtime,
  };
  const manifest = parseManifest(
    stringify({
      ...plain,
      databaseAccess: { mysql: { kind: 'raw', library: 'a' }, mongodb: { kind: 'raw', library: 'b' } },
      variants: [
        { id: 'raw', description: 'As it is.' },
        { id: 'orm', description: 'By an ORM.', databaseAccess: { mysql: { kind: 'orm', library: 'gorm' } } },
        { id: 'native', description: 'Compiled.', recipe, scenarios: ['json'] },
      ],
    }),
    FILE,
  );
  const target = { id: 'go/gin', build: 'go/gin', folder: '/nowhere', manifest };
  const targetVariants = selectVariants([target], []);
  const [raw, orm, native] = targetVariants.map((targetVariant) => targetVariant.target);
  assert.equal(raw?.manifest.databaseAccess.mysql?.library, 'a');
  assert.equal(orm?.manifest.databaseAccess.mysql?.library, 'gorm');
  assert.equal(orm?.manifest.databaseAccess.mongodb?.library, 'b');
  assert.deepEqual(native?.manifest.process.start, ['build/native']);
  assert.deepEqual(native?.manifest.scenarios, ['json']);
  assert.deepEqual(raw?.manifest.scenarios, ['json', 'counter']);
  assert.deepEqual(
    buildsOf(targetVariants).map(({ build }) => build),
    ['go/gin', 'go/gin:native'],
  );
});

const FILE = 'targets/go/gin/target.yaml';
const withoutLine = (where: string): string => where.replace(/:\d+(?= ›)/, '');
const right = () => manifestOf('Gin', ['json', 'counter']);

describe('a manifest that is wrong', () => {
  const { name: _, ...nameless } = right();
  const wrong: [string, object | string, string, RegExp][] = [
    [
      'a key that nobody knows',
      { ...right(), scenaros: [] },
      'scenaros',
      /a known key, perhaps scenarios; saw the unknown key scenaros/,
    ],
    [
      'such a key further down',
      { ...right(), process: { ...right().process, toolchain: ['go'] } },
      'process.toolchain',
      /perhaps toolchains/,
    ],
    ['a wrong type', { ...right(), scenarios: 'json' }, 'scenarios', /expected array; saw "json"/],
    ['a wrong type in a list', { ...right(), maintainers: [7] }, 'maintainers.0', /expected string; saw 7/],
    ['a key that lacks', nameless, 'name', /expected string; saw nothing/],
    [
      'a scenario that is none',
      { ...right(), scenarios: ['json', 'jsn'] },
      'scenarios.1',
      /expected json \(one of .*; saw "jsn"/,
    ],
    [
      'a runtime by another name than blocks know it by',
      { ...right(), runtime: { ...right().runtime, name: 'NodeJS' } },
      'runtime.name',
      /expected Node\.js; saw "NodeJS"/,
    ],
    [
      'an unknown toolchain',
      { ...right(), process: { ...right().process, toolchains: ['carg'] } },
      'process.toolchains.0',
      /expected cargo/,
    ],
    [
      'a variant twice',
      { ...right(), variants: [...right().variants, ...right().variants] },
      'variants.1.id',
      /expected an id that no other variant has: default is taken/,
    ],
    [
      'a variant that serves what the target does not',
      { ...right(), variants: [{ id: 'a', description: 'b', scenarios: ['json', 'menus'] }] },
      'variants.0.scenarios',
      /expected scenarios that the target serves: it does not serve menus/,
    ],
    [
      'a scenario without access to its database',
      { ...right(), scenarios: ['json', 'menus'] },
      'databaseAccess.postgresql',
      /expected how the server reaches PostgreSQL, which menus queries; saw nothing/,
    ],
    [
      'the same in one of the variants',
      {
        ...right(),
        scenarios: ['json', 'users'],
        variants: [
          { id: 'a', description: 'b', databaseAccess: { mongodb: { kind: 'raw', library: 'c' } } },
          { id: 'd', description: 'e', scenarios: ['json'] },
          { id: 'f', description: 'g' },
        ],
      },
      'databaseAccess.mongodb',
      /reaches MongoDB, which users queries/,
    ],
    [
      'a scenario twice',
      { ...right(), scenarios: ['json', 'json', 'counter'] },
      'scenarios.1',
      /expected each scenario once: json is there already/,
    ],
    [
      'an address that is none',
      { ...right(), framework: { ...right().framework, site: 'gin-gonic' } },
      'framework.site',
      /expected an address such as https:\/\/example\.org; saw "gin-gonic"/,
    ],
    [
      'a lock file of another kind',
      { ...right(), framework: { ...right().framework, version: { lockFile: 'yarn.lock', package: 'koa' } } },
      'framework.version.lockFile',
      /one of go\.mod, Cargo\.lock, package-lock\.json, pom\.xml, .*\); saw "yarn\.lock"/,
    ],
    [
      'a variable in lower case',
      { ...right(), variants: [{ id: 'default', description: '', environment: { mode: 'x' } }] },
      'variants.0.environment.mode',
      /expected another key: capital letters, digits and underscores; saw the key mode/,
    ],
    [
      'access to a database that is none',
      { ...right(), databaseAccess: { postgres: { kind: 'raw', library: 'pg' } } },
      'databaseAccess.postgres',
      /expected a known key, perhaps postgresql; saw the unknown key postgres/,
    ],
    [
      'a name with a sign',
      { ...right(), maintainers: ['@me'] },
      'maintainers.0',
      /expected a GitHub name, without @/,
    ],
    ['an empty list', { ...right(), variants: [] }, 'variants', /expected at least 1 entry; saw \[\]/],
    ['an empty text', { ...right(), name: '' }, 'name', /expected at least 1 character; saw ""/],
    [
      'a text that is too long',
      { ...right(), name: 'x'.repeat(201) },
      'name',
      /expected at most 200 characters; saw "x/,
    ],
    ['nothing in it', '', '', /expected object; saw null/],
    ['a list instead', '- a\n- b\n', '', /expected object/],
  ];
  for (const [name, document, path, pattern] of wrong) {
    test(name, async () => {
      const text = typeof document === 'string' ? document : stringify(document);
      const error = await refusalOf(() => parseManifest(text, FILE));
      assert.equal(withoutLine(error.where), path === '' ? FILE : `${FILE} › ${path}`);
      assert.match(error.message, pattern);
      assert.equal(error.exitCode, exitCodes.usage);
      assert.match(error.next, /bench -- validate/);
    });
  }

  test('no YAML: line and column', async () => {
    const { where, seen, what } = await refusalOf(() =>
      parseManifest('name: Gin\nscenarios: [json\nkind: micro\n', FILE),
    );
    assert.equal(what, 'The manifest is not YAML');
    assert.match(where, /^targets\/go\/gin\/target\.yaml:[23]:\d+$/);
    assert.ok(!seen.includes('\n'));
  });

  test('a key twice: the line of the second', async () => {
    const { where, seen, expected } = await refusalOf(() =>
      parseManifest('name: Gin\nkind: micro\nname: Gin\n', FILE),
    );
    assert.equal(where, `${FILE}:3:1`);
    assert.match(seen, /unique/);
    assert.match(expected, /each key once/);
  });

  test('that is right is none of these', () => {
    assert.equal(parseManifest(stringify(right()), FILE).name, 'Gin');
  });

  test('several mistakes: all of them at once, each with its place and suggestion', async () => {
    const document = { ...right(), scenaros: [], kind: 'mcro', maintainers: [7] };
    const error = await refusalOf(() => parseManifest(stringify(document), FILE));
    const places = [error, ...error.others].map(({ where }) => withoutLine(where)).sort();
    assert.deepEqual(
      places,
      ['kind', 'maintainers.0', 'scenaros'].map((path) => `${FILE} › ${path}`),
    );
    const shown = describeError(error);
    assert.equal(shown.match(/^✗ The manifest is invalid$/gm)?.length, 3);
    assert.match(shown, /perhaps scenarios/);
    assert.match(shown, /expected {2}micro \(one of/);
  });

  test('each mistake has its line: of the key, of the entry of a list, or of what a missing key would be in', async () => {
    const { start: _, ...process } = right().process;
    const text = stringify({ ...right(), kind: 'mcro', scenarios: ['json', 'jsn', 'counter'], process });
    const lineOf = (line: string): number => text.split('\n').indexOf(line) + 1;
    const { where, others } = await refusalOf(() => parseManifest(text, FILE));
    assert.deepEqual(
      [where, ...others.map((other) => other.where)],
      [
        `${FILE}:${lineOf('kind: mcro')} › kind`,
        `${FILE}:${lineOf('  - jsn')} › scenarios.1`,
        `${FILE}:${lineOf('process:')} › process.start`,
      ],
    );
    const { name: _name, ...nameless } = right();
    const root = await refusalOf(() => parseManifest(stringify(nameless), FILE));
    assert.equal(root.where, `${FILE} › name`);
  });
});

describe('a profile that is wrong', () => {
  const made = makeRepository();
  after(() => made.remove());
  const wrong: [string, object | string, RegExp][] = [
    [
      'a key that nobody knows',
      { ...shortProfile, blockz: 3 },
      /bench\/profiles\/wrong\.yaml:\d+ › blockz\): expected a known key, perhaps blocks/,
    ],
    ['no block', { ...shortProfile, blocks: 0 }, /› blocks\)/],
    ['the rounds of older runs', { ...shortProfile, rounds: 3 }, /› rounds\)/],
    [
      'a warm-up that nobody knows what to do after',
      { ...shortProfile, warmup: { maxSeconds: 20, otherwise: 'leave' } },
      /› warmup\.otherwise\)/,
    ],
    [
      'rows added beside other scenarios',
      {
        ...shortProfile,
        warmup: { maxSeconds: 20, otherwise: 'mark', together: ['json', 'account-insert'] },
      },
      /› warmup\.together\): expected scenarios that add no rows/,
    ],
    ['a look after one block', { ...shortProfile, looks: [1] }, /› looks\.0\)/],
    ['a scenario that is none', { ...shortProfile, scenarios: ['menu'] }, /› scenarios\.0\): expected menus/],
    [
      'a loader that is none',
      { ...shortProfile, loadShapes: [{ loader: 'wrk2', connections: 1 }] },
      /› loadShapes\.0\.loader\)/,
    ],
    [
      'a rate for a closed loop',
      { ...shortProfile, loadShapes: [{ loader: 'wrk', connections: 1, rate: { perSecond: 1 } }] },
      /› loadShapes\.0\.rate\)/,
    ],
    [
      'a number of requests of a loader that does not count',
      { ...shortProfile, loadShapes: [{ loader: 'wrk', connections: 8, requests: 10 }] },
      /› loadShapes\.0\.requests\): expected a closed loop: wrk cannot do a number of requests; saw 10/,
    ],
    [
      'a closed loop of a loader that has none',
      { ...shortProfile, loadShapes: [{ loader: 'oha', connections: 8 }] },
      /› loadShapes\.0\.loader\): expected a fixed rate or a number of requests: oha cannot do a closed loop/,
    ],
    [
      'a key of a load shape that nobody knows',
      { ...shortProfile, loadShapes: [{ loader: 'wrk', connections: 8, secnds: 3 }] },
      /› loadShapes\.0\.secnds\): expected a known key/,
    ],
    [
      'a rate that is none',
      { ...shortProfile, loadShapes: [{ loader: 'oha', connections: 8, rate: { perSecond: 'x' } }] },
      /› loadShapes\.0\.rate\.perSecond\)/,
    ],
    [
      'a shape twice',
      { ...shortProfile, loadShapes: [...shortProfile.loadShapes, ...shortProfile.loadShapes] },
      /expected each load shape once: wrk-8 is there already/,
    ],
    [
      'a share of a capacity that nobody measures',
      { ...shortProfile, loadShapes: [{ loader: 'oha', connections: 8, rate: { shareOfCapacity: 0.5 } }] },
      /expected a closed loop in the same profile/,
    ],
    ['no YAML', 'blocks: [1\n', /The profile is not YAML/],
    ['a key twice', 'blocks: 1\nblocks: 2\n', /The profile is not YAML.*unique/],
    ['nothing in it', '', /› description\): expected string; saw nothing/],
  ];
  for (const [name, document, pattern] of wrong) {
    test(name, async () => {
      made.write('bench/profiles/wrong.yaml', typeof document === 'string' ? document : stringify(document));
      const error = await refusalOf(() => readProfile(made.repository, 'wrong'));
      assert.match(error.message, pattern);
      assert.equal(error.exitCode, exitCodes.usage);
    });
  }

  test('that does not exist, or is a path: the near ones are named', async () => {
    made.addProfile('standard');
    assert.match(
      (await refusalOf(() => readProfile(made.repository, 'standrad'))).what,
      /^Unknown profile standrad; did you mean standard\?$/,
    );
    assert.match(
      (await refusalOf(() => readProfile(made.repository, '../profiles/standard'))).what,
      /^Unknown profile \.\.\/profiles\/standard/,
    );
  });
});

describe('the targets of a checkout', () => {
  const made = makeRepository();
  after(() => made.remove());
  made.addTarget('koa', 'right', {
    variants: ['single', 'cluster'].map((id) => ({ id, description: id, environment: {} })),
  });
  made.addTarget('express');
  made.write('targets/go/gin/target.yaml', stringify(right()));
  made.write('targets/go/gin/Dockerfile', '');
  made.write('targets/go/notes/README.md', 'no target');
  const names = (...wanted: string[]): string[] =>
    selectVariants(readTargets(made.repository), wanted).map(({ name }) => name);

  test('are its folders with a manifest', () => {
    assert.deepEqual(targetFolders(made.repository), ['go/gin', 'javascript/express', 'javascript/koa']);
  });

  test('a folder with files and without a manifest is named, one that builds left is not', async () => {
    const { where, seen } = await refusalOf(() => requireManifests(made.repository));
    assert.deepEqual([where, seen], ['targets/go/notes', 'go/notes/README.md']);
    rmSync(join(made.repository.targets, 'go/notes/README.md'));
    made.write('targets/go/notes/build/server', 'left by a build');
    made.write('targets/shared/pictures/one.png', 'no target');
    requireManifests(made.repository);
  });

  test('are selected by target, variant and language, each once and in their order', () => {
    const all = ['go/gin', 'javascript/express', 'javascript/koa:single', 'javascript/koa:cluster'];
    assert.deepEqual(names(), all);
    assert.deepEqual(names('javascript/koa', 'go'), ['go/gin', ...all.slice(2)]);
    assert.deepEqual(names('javascript/koa:cluster', 'javascript/koa:cluster'), ['javascript/koa:cluster']);
    assert.deepEqual(names('javascript', 'go/gin'), all);
  });

  const suggested: [string, string][] = [
    ['gin', 'go/gin'],
    ['go/gim', 'go/gin'],
    ['expres', 'javascript/express'],
    ['javascript/koa:clusters', 'javascript/koa:cluster'],
  ];
  for (const [typed, meant] of suggested) {
    test(`${typed} was perhaps meant to be ${meant}`, async () => {
      const { what, exitCode } = await refusalOf(() => names(typed));
      const [, suggestions = ''] = /^Unknown target .*; did you mean (.*)\?$/.exec(what) ?? [];
      assert.equal(suggestions.split(' or ')[0], meant, what);
      assert.equal(exitCode, exitCodes.usage);
      // Whatever is suggested can be typed.
      for (const name of suggestions.split(' or ')) assert.ok(names(name).length > 0, name);
    });
  }

  test('a name far from all others gets no suggestion', async () => {
    const { what, expected } = await refusalOf(() => names('spring-boot'));
    assert.equal(what, 'Unknown target spring-boot');
    assert.equal(expected, 'a target, a variant or a language');
  });

  test('a container recipe that is not there', async () => {
    made.addTarget('hono', 'right', { container: { dockerfile: 'Containerfile' } });
    const { where, seen } = await refusalOf(() => readTarget(made.repository, 'javascript/hono'));
    assert.match(where, /^targets\/javascript\/hono\/target\.yaml:\d+ › container\.dockerfile$/);
    assert.equal(seen, 'Containerfile');
  });

  test('`validate` reports all that is wrong, one error per file, and goes on after each', async () => {
    made.write('targets/go/echo/target.yaml', 'name: [');
    made.addProfile('wrong', { blocks: -1 });
    // A replay reads every manifest, and would tell again what is wrong with one.
    for (const path of ['bench/replays/2024-gin-axum.yaml', 'results/published/2024-gin-axum.json'])
      made.write(path, readFileSync(join(repository.root, path), 'utf8'));
    const invocation = invocationIn(made, { options: { json: true } });
    assert.equal(await validate.run(invocation), exitCodes.usage);
    const { targets, problems } = JSON.parse(invocation.output());
    assert.equal(targets.length, 5);
    const places = problems.map(({ where }: { where: string }) => where.split(/[ :]/)[0]);
    assert.deepEqual(places, [
      'targets/go/echo/target.yaml',
      'targets/javascript/hono/target.yaml',
      'bench/profiles/wrong.yaml',
    ]);
  });
});

describe('the server that a manifest of this repository names', () => {
  const all = selectVariants(readTargets(repository), []).map(({ target, variant }) => ({
    ...target.manifest,
    id: target.id,
    server: variant.server ?? target.manifest.server ?? null,
  }));
  const platforms = all.filter(({ kind }) => kind === 'platform');
  const languageOf = (id: string) => id.split('/')[0];

  test('is there wherever the language has a platform, which would otherwise pass for it', () => {
    const unsaid = all.filter(
      ({ id, kind, server }) =>
        kind !== 'platform' &&
        server === null &&
        platforms.some((platform) => languageOf(platform.id) === languageOf(id)),
    );
    assert.deepEqual(
      unsaid.map(({ id }) => id),
      [],
    );
  });

  test('is spelled as its platform is', () => {
    const names = new Map(platforms.map(({ name }) => [name.toLowerCase(), name]));
    for (const { id, server } of all) {
      if (server !== null) assert.equal(server, names.get(server.toLowerCase()) ?? server, id);
    }
  });
});
