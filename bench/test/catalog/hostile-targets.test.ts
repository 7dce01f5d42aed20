import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { parseManifest, readTarget, readTargets } from '../../src/catalog/targets.ts';
import { validate } from '../../src/commands/project/validate.ts';
import { variantKey } from '../../src/model/index.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { type MadeRepository, makeRepository, manifestOf } from '../measure/support/repository.ts';

/** Targets as a stranger may write them: none shows a file of the machine, and each is refused by `validate` already. */

let made: MadeRepository;
beforeEach(() => {
  made = makeRepository();
  made.addTarget('koa');
});
afterEach(() => made.remove());

const FOLDER = 'targets/javascript/koa';
const place = (path: string): string => join(made.repository.root, path);
function link(path: string, to: string): void {
  mkdirSync(dirname(place(path)), { recursive: true });
  rmSync(place(path), { force: true });
  symlinkSync(to, place(path));
}

/** The only problem that `validate` prints. */
async function problem(): Promise<{ where: string; seen: string; message: string }> {
  const invocation = invocationIn(made, { options: { json: true } });
  assert.equal(await validate.run(invocation), exitCodes.usage);
  const { problems } = JSON.parse(invocation.output());
  assert.equal(problems.length, 1);
  const [{ what, where, expected, seen, next }] = problems;
  const message = [what, where, expected, seen, next].join('\n');
  assert.doesNotMatch(message, /root:x|daemon/);
  return { where, seen, message };
}

test('a target that is right is none of these', async () => {
  assert.equal(await validate.run(invocationIn(made)), exitCodes.ok);
});

describe('a path in a manifest that leaves the folder', () => {
  const paths = [
    '../../../../../../etc/passwd',
    '/etc/passwd',
    '..',
    'a/../../b',
    'a\\..\\b',
    '',
    'a//b',
    'a\nb',
    '-f x',
  ];
  for (const path of paths) {
    test(JSON.stringify(path), async () => {
      for (const change of [
        { container: { dockerfile: path } },
        { process: { ...manifestOf('Koa', ['json']).process, artifact: path } },
        { process: { ...manifestOf('Koa', ['json']).process, artifact: ['src', path] } },
      ]) {
        made.addTarget('koa', 'right', change);
        const { where } = await problem();
        assert.match(where, /container\.dockerfile|process\.artifact/);
      }
    });
  }

  test('and one that a variant names', async () => {
    const { process, runtime } = manifestOf('Koa', ['json']);
    const recipe = { process, runtime, container: { dockerfile: '../x' } };
    made.addTarget('koa', 'right', { variants: [{ id: 'a', description: 'b', recipe }] });
    assert.match((await problem()).where, /variants\.0\.recipe\.container\.dockerfile/);
  });

  test('paths of the targets of this repository are none of these', () => {
    for (const dockerfile of ['Dockerfile', 'Dockerfile.native', 'docker/Dockerfile'])
      for (const artifact of ['.', 'build/server', 'target/native/server', ['src', 'a/node_modules/@b/c']])
        assert.ok(
          parseManifest(
            stringify({
              ...manifestOf('Koa', ['json']),
              container: { dockerfile },
              process: { ...manifestOf('Koa', ['json']).process, artifact },
            }),
            'target.yaml',
          ),
        );
  });
});

describe('a link or a pipe in the folder of a target', () => {
  const places: [string, string][] = [
    [`${FOLDER}/target.yaml`, '/etc/passwd'],
    [`${FOLDER}/Dockerfile`, '/etc/passwd'],
    [`${FOLDER}/package-lock.json`, '/etc/passwd'],
    [`${FOLDER}/src/deep/server.js`, '../../server.js'],
    [`${FOLDER}/inner`, '/etc'],
    [`${FOLDER}/build`, '/etc'],
  ];
  for (const [path, to] of places) {
    test(`${path} → ${to}`, async () => {
      link(path, to);
      const { where, seen } = await problem();
      assert.equal(where, path);
      assert.equal(seen, 'a symbolic link');
    });
  }

  test('a pipe', { timeout: 20_000 }, async () => {
    execFileSync('mkfifo', [place(`${FOLDER}/go.mod`)]);
    assert.equal((await problem()).seen, 'a pipe');
  });

  test('in a folder that builds fill, unless the manifest reads it', async () => {
    link(`${FOLDER}/node_modules/.bin/tool`, '/bin/true');
    assert.equal(await validate.run(invocationIn(made)), exitCodes.ok);
    link(`${FOLDER}/build/Dockerfile`, '/etc/passwd');
    made.addTarget('koa', 'right', { container: { dockerfile: 'build/Dockerfile' } });
    assert.match((await problem()).message, /reached without a link/);
  });
});

for (const name of ['target.yaml', 'Dockerfile']) {
  test(`a ${name} of megabytes is refused before it is read`, async () => {
    const text = readFileSync(place(`${FOLDER}/${name}`), 'utf8');
    const comment = `# ${'x'.repeat(98)}\n`;
    made.write(`${FOLDER}/${name}`, text + comment.repeat(500));
    assert.equal(await validate.run(invocationIn(made)), exitCodes.ok);
    made.write(`${FOLDER}/${name}`, text + comment.repeat(30_000));
    const { where, message, seen } = await problem();
    assert.equal(where, `${FOLDER}/${name}`);
    assert.match(message, /too long/);
    assert.match(seen, /^3,\d{3},\d{3} bytes$/);
  });
}

describe('an ignore file beside a Dockerfile, which Docker reads in place of the one of all targets', () => {
  test('is refused, whatever it says', async () => {
    made.write(`${FOLDER}/Dockerfile.dockerignore`, '');
    const { where, message } = await problem();
    assert.equal(where, `${FOLDER}/Dockerfile.dockerignore`);
    assert.match(message, /ignore file of its own/);
  });

  test('and one that a variant’s Dockerfile has, in a folder that builds fill', async () => {
    const { process, runtime } = manifestOf('Koa', ['json']);
    const recipe = { process, runtime, container: { dockerfile: 'build/Dockerfile.native' } };
    made.addTarget('koa', 'right', { variants: [{ id: 'a', description: 'b', recipe }] });
    made.write(`${FOLDER}/build/Dockerfile.native`, 'FROM scratch\n');
    assert.equal(await validate.run(invocationIn(made)), exitCodes.ok);
    made.write(`${FOLDER}/build/Dockerfile.native.dockerignore`, '!**/build\n');
    assert.equal((await problem()).where, `${FOLDER}/build/Dockerfile.native.dockerignore`);
  });

  test('one that no Dockerfile has is read by nothing', async () => {
    for (const name of ['.dockerignore', 'dockerfile.dockerignore', 'inner/Dockerfile.dockerignore'])
      made.write(`${FOLDER}/${name}`, '!**/build\n');
    assert.equal(await validate.run(invocationIn(made)), exitCodes.ok);
  });
});

describe('a link in the place of a folder', () => {
  for (const [path, to] of [
    ['targets/javascript/linked', 'koa'],
    ['targets/linked', 'javascript'],
    ['targets/javascript/root', '/'],
  ] as const) {
    test(`${path} → ${to}`, async () => {
      link(path, to);
      assert.deepEqual(await problem().then(({ where, seen }) => [where, seen]), [path, 'a symbolic link']);
      const { where } = await refusalOf(() => readTargets(made.repository));
      assert.equal(where, path, 'no command takes it for a target that is not there');
    });
  }

  test('one that leads to no folder is nobody’s target', async () => {
    // Emacs keeps its lock of a file in such a link.
    link('targets/.#CONTRACT.md', 'somebody@here.1:2');
    link('targets/javascript/.#README.md', '/etc/passwd');
    assert.equal(await validate.run(invocationIn(made)), exitCodes.ok);
  });
});

describe('a folder whose name is no name of a target', () => {
  for (const name of ['-rf', 'a b', 'gіn', '__proto__', 'a--b', 'A', 'x'.repeat(41), 'a\nb', '$(reboot)']) {
    test(JSON.stringify(name), async () => {
      const folder = `targets/javascript/${name}`;
      made.write(`${folder}/target.yaml`, readFileSync(place(`${FOLDER}/target.yaml`), 'utf8'));
      made.write(`${folder}/Dockerfile`, 'FROM scratch\n');
      const { message, seen } = await problem();
      assert.match(message, /Invalid name of the target folder/);
      assert.equal(JSON.parse(seen), `javascript/${name}`);
    });
  }
});

test('a language with a hyphen is refused: its results would be in the files of another target', async () => {
  const [own, other] = ['go-net/http', 'go/net-http'];
  assert.equal(variantKey({ target: own, variant: 'a' }), variantKey({ target: other, variant: 'a' }));
  made.write(`targets/${own}/target.yaml`, readFileSync(place(`${FOLDER}/target.yaml`), 'utf8'));
  made.write(`targets/${own}/Dockerfile`, 'FROM scratch\n');
  const { message, seen } = await problem();
  assert.match(message, /Invalid name of the target folder/);
  assert.equal(JSON.parse(seen), own);
});

describe('a manifest that is small and takes all memory, or all of the stack', () => {
  const bomb = [
    'a: &a ["x","x","x","x","x","x","x","x","x"]',
    ...'bcdefghi'.split('').map((name, index) => {
      const before = 'abcdefghi'[index];
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`;
    }),
  ].join('\n');
  const texts: [string, string][] = [
    ['aliases of aliases', bomb],
    ['an alias of itself', 'a: &a [*a]'],
    ['many levels in brackets', `a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['many levels in brackets, never closed', `a: ${'['.repeat(100_000)}`],
    ['many levels of keys', Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['a prototype', '__proto__: { a: 1 }\nname: x'],
  ];
  for (const [name, text] of texts) {
    test(name, { timeout: 60_000 }, async () => {
      const refusal = await refusalOf(() => parseManifest(text, 'targets/go/gin/target.yaml'));
      assert.match(refusal.what, /cannot be read safely|is not YAML/);
      assert.equal(refusal.exitCode, exitCodes.usage);
    });
  }
});

test('a folder in the place of a manifest is refused like any other manifest', async () => {
  made.write('targets/go/gin/target.yaml/empty', '');
  const { message, seen } = await problem();
  assert.match(message, /The manifest is not a file/);
  assert.equal(seen, 'a folder');
});

test('a manifest of another name is no folder that is passed over in silence', async () => {
  for (const name of ['target.yml', 'Target.yaml', 'target.json']) {
    made.write(`targets/go/gin/${name}`, 'name: Gin\n');
    const { message, where, seen } = await problem();
    assert.match(message, /The manifest is not a file/);
    assert.deepEqual([where, seen], ['targets/go/gin/target.yaml', name]);
    rmSync(place(`targets/go/gin/${name}`));
  }
  made.write('targets/go/gin/notes.txt', 'no manifest');
  assert.match((await problem()).message, /has no manifest/);
  rmSync(place('targets/go/gin/notes.txt'));
  made.write('targets/go/gin/build/server', 'left by a build');
  assert.equal(await validate.run(invocationIn(made)), exitCodes.ok);
});

test('a word that no program takes is refused before one is started', async () => {
  const { process } = manifestOf('Koa', ['json']);
  made.addTarget('koa', 'right', { process: { ...process, start: ['node', 'a\u0000b'] } });
  assert.match((await problem()).where, /process\.start\.1/);
  made.addTarget('koa', 'right', {
    variants: [{ id: 'a', description: 'b', environment: { MODE: 'a\u0000b' } }],
  });
  assert.match((await problem()).where, /environment\.MODE/);
  made.addTarget('koa', 'right', { variants: [{ id: 'v'.repeat(300), description: 'b' }] });
  assert.match((await problem()).where, /variants\.0\.id/);
  made.addTarget('koa', 'right', { name: 'Koa \ufffe' });
  assert.match((await problem()).where, /› name/);
  await refusalOf(() => readTarget(made.repository, 'javascript/koa'));
});
