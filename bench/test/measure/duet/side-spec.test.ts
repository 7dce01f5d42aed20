import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { scenarioVersionsAt, scenarioVersionsIn } from '../../../src/measure/duet/scenario-versions.ts';
import { resolveSide } from '../../../src/measure/duet/side-spec.ts';
import { PitwallError } from '../../../src/util/errors.ts';
import { repository as own, repositoryAt } from '../../../src/util/repository.ts';
import { refusalOf } from '../support/errors.ts';

const signal = new AbortController().signal;
const root = mkdtempSync(join(tmpdir(), 'pitwall-arm-'));
const repository = repositoryAt(root);
const gitIn = (environment: Record<string, string>, ...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
const git = (...words: string[]): string => gitIn({}, ...words);

before(() => {
  for (const part of ['shared', 'CONTRACT.md', 'go/elton']) {
    cpSync(join(own.targets, part), join(root, 'targets', part), {
      recursive: true,
      filter: (path) => !path.endsWith('/build'),
    });
  }
  mkdirSync(join(root, 'targets/go/late'), { recursive: true });
  git('init', '--quiet');
  git('add', '-A');
  git('commit', '--quiet', '-m', 'first');
  writeFileSync(join(root, 'targets/go/elton/main.go'), 'package main\n');
  cpSync(join(root, 'targets/go/elton'), join(root, 'targets/go/late'), { recursive: true });
  git('add', '-A');
  git('commit', '--quiet', '-m', 'second');
});
after(() => rmSync(root, { recursive: true, force: true }));

const refused = (text: string, what: RegExp) =>
  assert.rejects(resolveSide(repository, text, signal), (error: unknown) => {
    assert.ok(error instanceof PitwallError, String(error));
    assert.match(error.what, what);
    assert.equal(error.exitCode, 2);
    return true;
  });

describe('sides of a comparison', () => {
  test('without more it is the checkout as it is', async () => {
    const spec = await resolveSide(repository, 'go/elton', signal);
    assert.equal(spec.revision, null);
    assert.equal(spec.targetVariant.target.folder, join(root, 'targets/go/elton'));
  });

  test('at a revision it is what the commit has, with the contract of then', async () => {
    const spec = await resolveSide(repository, 'go/elton@HEAD~1', signal);
    assert.equal(spec.revision, git('rev-parse', 'HEAD~1').trim());
    assert.notEqual(spec.targetVariant.target.folder, join(root, 'targets/go/elton'));
    const shown = git('hash-object', join(spec.targetVariant.target.folder, 'main.go'));
    assert.equal(shown, git('rev-parse', 'HEAD~1:targets/go/elton/main.go'));
    assert.equal(scenarioVersionsAt(spec.targetVariant.target).get('json'), 1);
    const again = await resolveSide(repository, 'go/elton@HEAD~1', signal);
    assert.equal(again.targetVariant.target.folder, spec.targetVariant.target.folder);
    assert.equal(
      spec.targetVariant.target.folder,
      join(repository.cache, 'revisions', `${spec.revision}-go-elton`, 'targets/go/elton'),
      'a commit with the same first digits is another',
    );
  });

  test('no file has the time of one of another commit: BuildKit would take it for the same', async () => {
    const times = new Set<bigint>();
    for (const name of ['quick', 'slow_']) {
      writeFileSync(join(root, 'targets/go/elton/main.go'), `package main\n\nfunc ${name}() {}\n`);
      gitIn({ GIT_COMMITTER_DATE: '2026-11-01T00:00:00Z' }, 'commit', '--quiet', '--all', '-m', name);
      const { targetVariant } = await resolveSide(repository, 'go/elton@HEAD', signal);
      times.add(statSync(join(targetVariant.target.folder, 'main.go'), { bigint: true }).mtimeNs);
      git('reset', '--quiet', '--hard', 'HEAD~1');
    }
    assert.equal(times.size, 2);
  });

  test('its images leave out what those of the checkout do, whatever the revision says', async () => {
    const file = 'targets/.dockerignore';
    writeFileSync(join(root, file), '');
    git('add', file);
    git('commit', '--quiet', '-m', 'nothing left out');
    writeFileSync(join(root, file), '**/build\n');
    try {
      const spec = await resolveSide(repository, 'go/elton@HEAD', signal);
      const beside = join(spec.targetVariant.target.folder, '../../.dockerignore');
      assert.equal(readFileSync(beside, 'utf8'), '**/build\n');
    } finally {
      git('reset', '--quiet', '--hard', 'HEAD~1');
    }
  });

  test('what is not there is refused with its reason', async () => {
    await refused('go/elton@no-such-branch', /no such revision/i);
    await refused('go/elton@--help', /no such revision/i);
    await refused('go/late@HEAD~1', /revision has no such target/);
    await refused('go/nothing', /unknown target/i);
    await refused('go', /exactly one target/);
    for (const text of [
      'go/elton@',
      'go/elton@a=1@HEAD',
      'go/elton@a=1@@b',
      'go/elton@HEAD@HEAD~1',
      'go/elton@a=1;b',
      'go/elton@=1',
    ]) {
      await refused(text, /invalid side/i);
    }
    await refused('go/elton@nothing=1.0.0', /has no such package/);
    await refused('go/elton@node=24.1.0', /does not run on node/);
    await refused('go/elton@elton=1.0.0@github.com/vicanso/elton=1.1.0', /names a package in two versions/);
  });

  test('what cannot be read is answered with the side that was probably meant', async () => {
    await refused('go/elton:elton=1.2.0', /did you mean go\/elton@elton=1\.2\.0\?/);
    await refused('elton@1.2.0', /did you mean go\/elton@elton=1\.2\.0\?/);
    await refused('go/elton@1.2.0', /did you mean go\/elton@elton=1\.2\.0\?/);
    await refused(
      'go/elton@hess=0.5.0',
      /no such package; did you mean go\/elton@github.com\/vicanso\/hes=0\.5\.0/,
    );
  });
});

describe('a revision with something that is not a plain file', () => {
  const branch = (name: string, make: () => void): void => {
    git('checkout', '--quiet', '-b', name);
    make();
    git('add', '-A');
    git('commit', '--quiet', '-m', name);
    git('checkout', '--quiet', '-f', '-');
  };
  const places: [string, string][] = [
    ['link-in-place-of-a-manifest', 'targets/go/elton/target.yaml'],
    ['link-in-place-of-a-dockerfile', 'targets/go/elton/Dockerfile'],
    ['link-among-sources', 'targets/go/elton/inner/secret.go'],
    ['link-in-an-output', 'targets/go/elton/dist/secret.txt'],
    ['link-in-shared-data', 'targets/shared/secret.json'],
  ];
  for (const [name, path] of places) {
    test(`${name.replaceAll('-', ' ')} is refused before it is unpacked`, async () => {
      branch(name, () => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        rmSync(join(root, path), { force: true });
        symlinkSync('/etc/passwd', join(root, path));
      });
      await refused(`go/elton@${name}`, /something that is not a file/);
      const commit = git('rev-parse', name).trim();
      assert.ok(!existsSync(join(repository.cache, 'revisions', `${commit}-go-elton`)));
    });
  }

  const attributes = ['', 'targets/', 'targets/go/', 'targets/go/elton/', 'targets/shared/data/'];
  for (const [at, folder] of attributes.entries()) {
    test(`attributes in ${folder || 'the root'} are refused: what is built would not be what is read`, async () => {
      const name = `attributes-${at}`;
      branch(name, () => {
        mkdirSync(join(root, folder), { recursive: true });
        writeFileSync(join(root, folder, '.gitattributes'), '*.go export-ignore\n*.md export-subst\n');
      });
      await refused(`go/elton@${name}`, /changes its files when it is checked out/);
      assert.ok(
        !existsSync(join(repository.cache, 'revisions', `${git('rev-parse', name).trim()}-go-elton`)),
      );
    });
  }

  const outputs = ['build/server', 'inner/__pycache__/main.pyc', 'node_modules/koa/index.js', 'last.log'];
  for (const [at, path] of outputs.entries()) {
    test(`${path}, which no digest covers, is refused: head would be given the build of base`, async () => {
      const name = `output-${at}`;
      branch(name, () => {
        const file = join(root, 'targets/go/elton', path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, '');
      });
      await refused(`go/elton@${name}`, /contains the output of a build/);
    });
  }

  test('an ignore file of its Dockerfile is refused: it would take the place of the harness’s', async () => {
    branch('ignore-file', () =>
      writeFileSync(join(root, 'targets/go/elton/Dockerfile.dockerignore'), '!**/build\n'),
    );
    await refused('go/elton@ignore-file', /ignore file of its own/);
  });

  test('attributes beside the target change nothing of it', async () => {
    branch('attributes-beside', () =>
      writeFileSync(join(root, 'targets/go/late/.gitattributes'), '* -text\n'),
    );
    assert.ok((await resolveSide(repository, 'go/elton@attributes-beside', signal)).revision);
  });

  test('a submodule is refused, too', async () => {
    const commit = git('rev-parse', 'HEAD').trim();
    git('checkout', '--quiet', '-b', 'submodule');
    git('update-index', '--add', '--cacheinfo', `160000,${commit},targets/go/elton/vendor`);
    git('commit', '--quiet', '-m', 'submodule');
    git('checkout', '--quiet', '-f', '-');
    await refused('go/elton@submodule', /something that is not a file/);
  });
});

describe('a revision with more than can be meant', () => {
  /** A commit that has one file again and again, as a push of a few bytes can. */
  const commitOf = (times: number, bytes: number): string => {
    writeFileSync(join(root, 'content'), Buffer.alloc(bytes));
    const blob = git('hash-object', '-w', 'content').trim();
    rmSync(join(root, 'content'));
    const path = (index: number): string => `targets/go/elton/large/${index}`;
    const entries = Array.from({ length: times }, (_, index) => `100644 ${blob}\t${path(index)}\n`);
    const parent = git('rev-parse', 'HEAD').trim();
    execFileSync('git', ['update-index', '--index-info'], { cwd: root, input: entries.join('') });
    const commit = git('commit-tree', git('write-tree').trim(), '-p', parent, '-m', 'large').trim();
    git('reset', '--quiet', '--hard', parent);
    return commit;
  };
  const cases: [string, number, number, RegExp][] = [
    ['bytes', 65, 1024 ** 2, /^\d+ files and 66 MiB$/],
    ['files', 10_001, 0, /^100\d\d files and 1 MiB$/],
  ];
  for (const [what, times, bytes, seen] of cases) {
    test(`too many ${what}: refused before anything is unpacked`, async () => {
      const commit = commitOf(times, bytes);
      const { what: refusal, seen: found } = await refusalOf(() =>
        resolveSide(repository, `go/elton@${commit}`, signal),
      );
      assert.match(refusal, /too much in the target/);
      assert.match(found, seen);
      const left = globSync(`revisions/${commit}*`, { cwd: repository.cache });
      assert.deepEqual(left, []);
    });
  }

  test('what is large and can be meant is compared', async () => {
    assert.ok((await resolveSide(repository, `go/elton@${commitOf(10, 1024 ** 2)}`, signal)).revision);
  });
});

test('versions of scenarios are those of the contract’s table', () => {
  const text =
    '| scenario | version |\n|---|---|\n| `json` | 1 | `GET /json` |\n| `account-get` | 12 | `GET` |\n';
  assert.deepEqual(
    [...scenarioVersionsIn(text)],
    [
      ['json', 1],
      ['account-get', 12],
    ],
  );
});
