import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readTarget, readTargets } from '../../src/catalog/targets.ts';
import { templateLanguages } from '../../src/catalog/template.ts';
import { verify } from '../../src/commands/measuring/verify.ts';
import { codeOwners } from '../../src/commands/project/code-owners.ts';
import { newTarget } from '../../src/commands/project/new.ts';
import { WHOLE_VARIABLE } from '../../src/commands/project/test-files.ts';
import { baseImagesOf } from '../../src/launch/index.ts';
import { lockedVersion } from '../../src/measure/provenance.ts';
import { which } from '../../src/process/which.ts';
import { exitCodes } from '../../src/util/errors.ts';
import { repository as thisRepository } from '../../src/util/repository.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import { makeRepository } from '../measure/support/repository.ts';

const made = makeRepository();
after(() => made.remove());
cpSync(join(thisRepository.root, 'bench/templates'), join(made.repository.root, 'bench/templates'), {
  recursive: true,
});

const begin = (id: string, options = {}) =>
  newTarget.run(invocationIn(made, { arguments: [id], options: { ...options } }));

/** The program without which a template of the language cannot be built here. */
const builder: Record<string, string> = {
  go: 'go',
  rust: 'cargo',
  javascript: 'npm',
  typescript: 'npm',
  java: 'mvn',
  kotlin: 'mvn',
  python: 'python3',
  ruby: 'bundle',
};

describe('a new target from its template', () => {
  for (const language of templateLanguages(thisRepository)) {
    const id = `${language}/quick-sand`;

    test(`${language}: manifest, lock file and Dockerfile are in order`, async () => {
      assert.equal(await begin(id, { maintainer: ['somebody'] }), exitCodes.ok);
      const target = readTarget(made.repository, id);
      assert.deepEqual(target.manifest.maintainers, ['somebody']);
      assert.equal(target.manifest.name, 'quick-sand');
      lockedVersion(target);
      assert.ok(baseImagesOf(target).length > 0);
      const dockerfile = readFileSync(join(target.folder, 'Dockerfile'), 'utf8');
      assert.match(dockerfile, new RegExp(`COPY ${id}/`));
      assert.doesNotMatch(dockerfile, /__/);
    });

    const lacking = which(builder[language] ?? language) === null;
    // Rust compiles its dependencies for a minute, Kotlin's compiler takes half of one.
    const long = ['rust', 'kotlin'].includes(language) && process.env[WHOLE_VARIABLE] === undefined;
    test(`${language}: builds and satisfies the contract as it is`, {
      skip: lacking
        ? `no ${builder[language]} on this machine: Install ${builder[language]}`
        : long && 'compiles for long: npm test -- --all',
    }, async () => {
      const invocation = invocationIn(made, { arguments: [id] });
      assert.equal(await verify.run(invocation), exitCodes.ok, invocation.output() + invocation.progress());
      assert.match(invocation.output(), /^1 passed, 0 failed, 0 skipped$/m);
    });
  }
});

test('its maintainers own it from the start, and the changed file is named', async () => {
  const owners = join(made.repository.root, '.github/CODEOWNERS');
  const without = invocationIn(made, { arguments: ['go/unowned'] });
  await newTarget.run(without);
  assert.doesNotMatch(without.output(), /CODEOWNERS/);
  const options = { maintainer: ['somebody', 'else'] };
  const owned = invocationIn(made, { arguments: ['go/owned'], options });
  await newTarget.run(owned);
  assert.match(owned.output(), /^\.github\/CODEOWNERS$/m);
  const text = readFileSync(owners, 'utf8');
  assert.match(text, /^\/targets\/go\/owned\/ @somebody @else$/m);
  assert.equal(text, codeOwners(readTargets(made.repository), []));
});

test('a name of digits alone stays a name', async () => {
  for (const [id, from] of [
    ['go/2048', undefined],
    ['go/1e5', 'go/2048'],
  ] as const) {
    await begin(id, { maintainer: ['1984', 'null'], ...(from && { from }) });
    const { name, maintainers } = readTarget(made.repository, id).manifest;
    assert.deepEqual({ name, maintainers }, { name: id.slice(3), maintainers: ['1984', 'null'] });
  }
});

test('what cannot be written says why, and leaves no half of a target', async () => {
  const broken = makeRepository();
  after(() => broken.remove());
  const { root, targets } = broken.repository;
  cpSync(join(made.repository.root, 'bench/templates'), join(root, 'bench/templates'), { recursive: true });
  broken.write('targets/go', 'a file in the place of a folder');
  broken.write('.github', 'likewise');
  const options = { maintainer: ['me'] };
  const refused = (id: string) =>
    refusalOf(() => newTarget.run(invocationIn(broken, { arguments: [id], options })));
  assert.match((await refused('go/echo')).where, /targets\/go\/echo\//);
  assert.match((await refused('rust/salvo')).where, /\.github\/CODEOWNERS$/);
  assert.equal(existsSync(join(targets, 'rust/salvo')), false);
});

describe('a new target from another one', () => {
  const source = join(made.repository.targets, 'go/net-http');
  cpSync(join(thisRepository.targets, 'go/net-http'), source, { recursive: true });
  mkdirSync(join(source, 'build'), { recursive: true });
  writeFileSync(join(source, 'build/server'), 'of an earlier build');
  mkdirSync(join(source, 'older/chi-4'), { recursive: true });
  writeFileSync(join(source, 'older/chi-4/server.go'), 'for an older release');
  const archive = Buffer.from([0x50, 0x4b, 0xff, 0xfe, 0x00, 0xc3]);
  writeFileSync(join(source, 'wrapper.jar'), archive);
  writeFileSync(join(source, 'wrapper'), '#!/bin/sh\n', { mode: 0o755 });

  test('has its files, databases included, under its own name', async () => {
    const id = 'go/net-http-two';
    const options = { from: 'go/net-http', maintainer: ['somebody'] };
    const invocation = invocationIn(made, { arguments: [id], options });
    assert.equal(await newTarget.run(invocation), exitCodes.ok);
    assert.match(
      invocation.progress(),
      /still as in go\/net-http, to be changed in target\.yaml: framework, kind/,
    );
    const target = readTarget(made.repository, id);
    assert.notEqual(readTarget(made.repository, 'go/net-http').manifest.notes, undefined);
    assert.equal(target.manifest.notes, undefined, 'what was tuned is told of the source');
    const { name, maintainers, scenarios } = target.manifest;
    assert.deepEqual({ name, maintainers }, { name: 'net-http-two', maintainers: ['somebody'] });
    assert.deepEqual(scenarios, readTarget(made.repository, 'go/net-http').manifest.scenarios);
    const text = (file: string) => readFileSync(join(target.folder, file), 'utf8');
    assert.match(text('Dockerfile'), /COPY go\/net-http-two\/\*\.go/);
    assert.doesNotMatch(text('Dockerfile'), /go\/net-http(?!-two)/);
    assert.match(text('go.mod'), /^module pitwall\/targets\/go\/net-http-two$/m);
    assert.equal(text('accounts.go'), readFileSync(join(source, 'accounts.go'), 'utf8'));
    assert.deepEqual(readFileSync(join(target.folder, 'wrapper.jar')), archive);
    assert.ok((statSync(join(target.folder, 'wrapper')).mode & 0o111) !== 0, 'programs stay programs');
    assert.equal(existsSync(join(target.folder, 'build')), false, 'what a build left stays behind');
    assert.equal(existsSync(join(target.folder, 'older')), false, 'and what is for older releases');
  });

  test('is of the same language, and the other is there', async () => {
    const refused = (id: string, from: string) => refusalOf(() => begin(id, { from }));
    assert.match(
      (await refused('python/web', 'go/net-http')).expected,
      /a target of the same language, python/,
    );
    assert.equal((await refused('go/web', 'go/net-htp')).exitCode, exitCodes.usage);
    for (const id of ['python/web', 'go/web'])
      assert.equal(existsSync(join(made.repository.targets, id)), false, id);
  });
});

test('a language without a template, a name that is none, a folder that is there', async () => {
  const refused = async (id: string, expected: RegExp, options = {}): Promise<void> => {
    const refusal = await refusalOf(() => begin(id, options));
    assert.match(`${refusal.what}; expected ${refusal.expected}`, expected);
    assert.equal(refusal.exitCode, exitCodes.usage);
  };
  await refused('rsut/salvo', /Unknown template rsut; did you mean rust\?/);
  await refused(
    'cobol/web',
    /a language with a template: go, java, javascript, kotlin, python, ruby, rust, typescript/,
  );
  const { next } = await refusalOf(() => begin('cobol/web'));
  assert.match(next, /no target yet: write its folder by hand/);
  await refused('go/../../etc', /lower case letters/);
  await refused('go/Echo', /lower case letters/);
  await refused(`go/${'a'.repeat(41)}`, /at most 40 characters/);
  await refused('go/build', /does not ignore as the output of a build/);
  await refused('go/once', /without @/, { maintainer: ['@me'] });
  assert.equal(existsSync(join(made.repository.targets, 'go/once')), false);
  await begin('go/twice');
  await refused('go/twice', /does not exist yet/);
});
