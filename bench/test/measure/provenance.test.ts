import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTarget } from '../../src/catalog/targets.ts';
import { versionInLockFile } from '../../src/measure/packages/locked-version.ts';
import { isSameBuild, lockedVersion } from '../../src/measure/provenance.ts';
import { refusalOf } from './support/errors.ts';
import { makeRepository, manifestOf } from './support/repository.ts';

describe('a version as a lock file pins it', () => {
  const goMod = [
    'module example.org/server',
    'go 1.26',
    'require github.com/single/line v0.4.0',
    'require (',
    '\tgithub.com/gin-gonic/gin v1.12.0',
    '\tgithub.com/gin-gonic/gin-contrib v0.9.0 // indirect',
    '\tgithub.com/jackc/pgx/v5 v5.8.0-rc.1+incompatible',
    ')',
  ].join('\n');
  const cargoLock = [
    'version = 4',
    '[[package]]\nname = "axum-core"\nversion = "0.5.6"\n',
    '[[package]]\nname = "axum"\nversion = "0.8.9"\ndependencies = [\n "axum-core",\n]\n',
  ].join('\n\n');
  const npmLock = JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': { version: '0.0.1' },
      'node_modules/koa': { version: '3.3.0' },
      'node_modules/@koa/router': { version: '15.0.0' },
    },
  });
  const pom = `
    <project>
      <!-- <dependency><groupId>io.vertx</groupId><artifactId>vertx-core</artifactId><version>4.0.0</version></dependency> -->
      <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>4.1.2</version></parent>
      <properties><vertx.version>5.0.10</vertx.version><loose.version>[5,6)</loose.version></properties>
      <dependency>
        <groupId>io.vertx</groupId>
        <artifactId>vertx-stack-depchain</artifactId>
        <version>\${vertx.version}</version>
      </dependency>
      <dependency><groupId>io.vertx</groupId><artifactId>vertx-web</artifactId></dependency>
      <dependency><groupId>a.b</groupId><artifactId>loose</artifactId><version>\${loose.version}</version></dependency>
      <dependency><groupId>a.b</groupId><artifactId>latest</artifactId><version>LATEST</version></dependency>
    </project>`;
  const nugetLock = JSON.stringify({
    version: 1,
    dependencies: { 'net10.0': { Npgsql: { type: 'Direct', resolved: '10.0.1' } } },
  });
  const requirements = [
    '# This file lists fastapi==0.1.0 in a comment.',
    'fastapi==0.165.0 \\',
    '    --hash=sha256:0a1b \\',
    '    --hash=sha256:2c3d',
    '    # via -r requirements.in',
    'uvicorn[standard]==0.54.0 ; python_version >= "3.11" \\',
    'Typing_Extensions == 4.16.0.post1',
    'fastapi-cli==0.2.0',
    'loose>=1.0',
    'any==1.*',
  ].join('\n');
  const cases: [file: string, text: string, name: string, version: string | null][] = [
    ['go.mod', goMod, 'github.com/gin-gonic/gin', '1.12.0'],
    ['go.mod', goMod, 'github.com/single/line', '0.4.0'],
    ['go.mod', goMod, 'github.com/jackc/pgx/v5', '5.8.0-rc.1+incompatible'],
    ['go.mod', goMod, 'github.com/gin-gonic', null],
    ['pom.xml', pom, 'org.springframework.boot:spring-boot-starter-parent', '4.1.2'],
    ['pom.xml', pom, 'io.vertx:vertx-stack-depchain', '5.0.10'],
    ['pom.xml', pom, 'io.vertx:vertx-web', null],
    ['pom.xml', pom, 'io.vertx:vertx-core', null],
    ['pom.xml', pom, 'a.b:loose', null],
    ['pom.xml', pom, 'a.b:latest', null],
    ['packages.lock.json', nugetLock, 'Npgsql', '10.0.1'],
    ['packages.lock.json', nugetLock, 'MySqlConnector', null],
    ['Cargo.lock', cargoLock, 'axum', '0.8.9'],
    ['Cargo.lock', cargoLock, 'axum-core', '0.5.6'],
    ['Cargo.lock', cargoLock, 'tokio', null],
    ['package-lock.json', npmLock, 'koa', '3.3.0'],
    ['package-lock.json', npmLock, '@koa/router', '15.0.0'],
    ['package-lock.json', npmLock, 'router', null],
    ['requirements.txt', requirements, 'fastapi', '0.165.0'],
    ['requirements.txt', requirements, 'FastAPI', '0.165.0'],
    ['requirements.txt', requirements, 'uvicorn', '0.54.0'],
    ['requirements.txt', requirements, 'typing-extensions', '4.16.0.post1'],
    ['requirements.txt', requirements, 'loose', null],
    ['requirements.txt', requirements, 'any', null],
    ['requirements.txt', requirements, 'fast', null],
    ['yarn.lock', 'koa@3', 'koa', null],
  ];
  for (const [file, text, name, version] of cases) {
    test(`${file}: ${name} is ${version ?? 'not there'}`, () => {
      assert.equal(versionInLockFile(file, text, name), version);
    });
  }
});

test('a lock file that is missing, is no JSON or lacks the framework: each has its error', async () => {
  const made = makeRepository();
  const { framework } = manifestOf('koa', ['json']);
  made.addTarget('koa', 'right', {
    framework: { ...framework, version: { lockFile: 'package-lock.json', package: 'koa' } },
  });
  const target = readTarget(made.repository, 'javascript/koa');
  const path = 'targets/javascript/koa/package-lock.json';
  const refused = async (seen: RegExp): Promise<void> => {
    const error = await refusalOf(() => lockedVersion(target));
    assert.equal(error.where, path);
    assert.match(error.seen, seen);
  };
  await refused(/no such file/);
  made.write(path, '<<<<<<< HEAD');
  await refused(/JSON/);
  made.write(path, '{"packages":{}}');
  await refused(/none/);
  made.write(path, '{"packages":{"node_modules/koa":{"version":"3.3.0"}}}');
  assert.equal(lockedVersion(target), '3.3.0');
  made.remove();
});

describe('a build that a resumed run makes anew', () => {
  const known = {
    artifact: { kind: 'files' as const, digest: 'sha256:1', sizeBytes: 1 },
    commit: 'abc',
    modified: false,
    runtime: { name: 'Python', version: '3.11.7' },
  };
  const now = { commit: 'abc', modified: false };
  const at = (revision: typeof now | { commit: null; modified: boolean }) => async () => revision;
  const built = (digest: string, change: object = {}) => ({
    artifact: { ...known.artifact, digest },
    runtimeVersion: '3.11.7',
    ...change,
  });

  test('is the same if its bytes are, whatever became of the folder', async () => {
    assert.equal(await isSameBuild(known, built('sha256:1'), at({ commit: 'def', modified: true })), true);
  });
  test('is the same with other bytes from the same commit on the same runtime', async () => {
    assert.equal(await isSameBuild(known, built('sha256:2'), at(now)), true);
    assert.equal(await isSameBuild(known, built('sha256:2', { runtimeVersion: '3.11.8' }), at(now)), false);
  });
  test('is another one from another commit, or from files that differ from it', async () => {
    assert.equal(await isSameBuild(known, built('sha256:2'), at({ ...now, commit: 'def' })), false);
    assert.equal(await isSameBuild(known, built('sha256:2'), at({ ...now, modified: true })), false);
    assert.equal(await isSameBuild({ ...known, modified: true }, built('sha256:2'), at(now)), false);
    assert.equal(
      await isSameBuild({ ...known, commit: null }, built('sha256:2'), at({ ...now, commit: null })),
      false,
    );
  });
  test('an image follows from its commit alone: it brings its runtime', async () => {
    const artifact = { kind: 'image' as const, digest: 'sha256:2', sizeBytes: 1 };
    assert.equal(await isSameBuild(known, { artifact, runtimeVersion: null }, at(now)), true);
  });
});
