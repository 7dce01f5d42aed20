import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { packageNamed, shortName } from '../../../src/measure/packages/locked-packages.ts';
import { withPomVersion } from '../../../src/measure/packages/pom.ts';
import { isRegistryFault, isUnresolvable } from '../../../src/measure/packages/registry-fault.ts';

describe('the name of a package', () => {
  const goMod = [
    'module m',
    'require github.com/gin-gonic/gin v1.12.0',
    'require (',
    '\tgithub.com/jackc/pgx/v5 v5.12.0',
    '\tgithub.com/bytedance/sonic v1.15.0 // indirect',
    '\tgithub.com/a/yaml v1.0.0',
    '\tgopkg.in/yaml.v3 v3.0.1',
    ')',
    '',
  ].join('\n');
  const find = (name: string) => packageNamed(name, 'go.mod', goMod, 'github.com/gin-gonic/gin');

  test('in a go.mod', () => {
    assert.deepEqual(find('gin'), { found: 'github.com/gin-gonic/gin' });
    assert.deepEqual(find('pgx'), { found: 'github.com/jackc/pgx/v5' });
    assert.deepEqual(find('jackc/pgx'), { found: 'github.com/jackc/pgx/v5' });
    assert.deepEqual(find('sonic'), { found: 'github.com/bytedance/sonic' });
    assert.deepEqual(find('github.com/jackc/pgx/v5'), { found: 'github.com/jackc/pgx/v5' });
    assert.deepEqual(find('yaml'), { oneOf: ['github.com/a/yaml', 'gopkg.in/yaml.v3'] });
    assert.deepEqual(find('sonik'), { near: ['github.com/bytedance/sonic'] });
    assert.deepEqual(find('echo'), { near: [] });
  });

  test('in a package-lock.json', () => {
    const lock = JSON.stringify({
      packages: {
        '': {},
        'node_modules/koa': { version: '3.0.0' },
        'node_modules/@koa/router': { version: '15.0.0' },
        'node_modules/koa/node_modules/router': { version: '1.0.0' },
      },
    });
    assert.deepEqual(packageNamed('router', 'package-lock.json', lock, 'koa'), { found: '@koa/router' });
    assert.deepEqual(packageNamed('@koa/ruoter', 'package-lock.json', lock, 'koa'), {
      near: ['@koa/router'],
    });
  });

  test('in a pom.xml, those that a bill of materials gives a version included', () => {
    const pom = `<dependencyManagement><dependencies>${dependency('io.vertx', 'vertx-stack-depchain', '5.0.1')}
      </dependencies></dependencyManagement><dependencies>${dependency('io.vertx', 'vertx-web')}</dependencies>`;
    const framework = 'io.vertx:vertx-stack-depchain';
    assert.deepEqual(packageNamed('vertx-web', 'pom.xml', pom, framework), { found: 'io.vertx:vertx-web' });
    assert.deepEqual(packageNamed('vertx-stack-depchain', 'pom.xml', pom, framework), { found: framework });
  });

  test('is short in its last part', () => {
    assert.equal(shortName('github.com/jackc/pgx/v5'), 'pgx');
    assert.equal(shortName('gopkg.in/yaml.v3'), 'yaml');
    assert.equal(shortName('@koa/router'), 'router');
    assert.equal(shortName('io.vertx:vertx-core'), 'vertx-core');
  });
});

function dependency(group: string, artifact: string, version?: string): string {
  const written = version === undefined ? '' : `<version>${version}</version>`;
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${written}</dependency>`;
}

describe('a pom gets its version', () => {
  test('where it is written, or in the property that it names', () => {
    const other = dependency('a.b', 'd', '1');
    const changed = withPomVersion(other + dependency('a.b', 'c', '1'), 'a.b:c', '2');
    assert.equal(changed, other + dependency('a.b', 'c', '2'));
    const text = `<properties><c.version>1</c.version></properties>${dependency('a.b', 'c', '$' + '{c.version}')}`;
    assert.match(withPomVersion(text, 'a.b:c', '2'), /<c\.version>2<\/c\.version>/);
    assert.equal(withPomVersion(other, 'a.b:c', '2'), other);
  });

  test('for each of its classifiers', () => {
    const one = (name: string, version?: string): string =>
      dependency('a.b', 'c', version).replace(
        '</artifactId>',
        `</artifactId><classifier>${name}</classifier>`,
      );
    const both = `<dependencies>${one('x86_64', '1')}${one('aarch_64', '1')}</dependencies>`;
    assert.equal(withPomVersion(both, 'a.b:c', '2'), both.replaceAll('<version>1<', '<version>2<'));
    const unsaid = `<dependencies>${one('x86_64')}${one('aarch_64')}</dependencies>`;
    const changed = withPomVersion(unsaid, 'a.b:c', '2');
    for (const name of ['x86_64', 'aarch_64']) assert.ok(changed.includes(one(name, '2')), name);
    // What is managed already needs no second entry.
    const managed = `<dependencyManagement><dependencies>${dependency('a.b', 'c', '1')}</dependencies></dependencyManagement>`;
    const text = `${managed}<dependencies>${dependency('a.b', 'c')}</dependencies>`;
    assert.equal(withPomVersion(text, 'a.b:c', '2'), text.replace('<version>1<', '<version>2<'));
  });

  test('ahead of the bill of materials that gave it one', () => {
    const bill = dependency('a.b', 'bom', '1');
    const text = `<dependencyManagement><dependencies>${bill}</dependencies></dependencyManagement>
      <dependencies>${dependency('a.b', 'c')}</dependencies>`;
    const changed = withPomVersion(text, 'a.b:c', '2');
    assert.ok(changed.indexOf(dependency('a.b', 'c', '2')) < changed.indexOf(bill));
    const without = withPomVersion(`<dependencies>${dependency('a.b', 'c')}</dependencies>`, 'a.b:c', '2');
    assert.match(without, /<dependencyManagement><dependencies>.*<version>2</);
  });
});

test('a registry that does not answer is distinguished from a package that it does not have', () => {
  const faults = [
    'npm error code ECONNREFUSED',
    'go: module lookup: Get "https://proxy/x": dial tcp 127.0.0.1:1: connect: connection refused',
    'npm error 503 Service Unavailable - GET https://registry/koa',
    'error: failed to get `axum` … Could not resolve host: index.crates.io',
    'Could not resolve dependencies for project a: Could not transfer artifact a:b:pom:1 from/to central: Connect timed out',
    'npm error code EIDLETIMEOUT\nnpm error Idle timeout reached for host `registry:443`',
    'npm error network timeout at: https://registry/koa',
    'go: github.com/x/y@v1: Get "https://proxy/x/@v/v1.info": context deadline exceeded',
    'go: github.com/x/y@v1: Get "https://proxy/x/@v/v1.info": EOF',
    'go: github.com/x/y@v1: invalid version: git ls-remote -q origin: fatal: unable to access: Could not resolve host: github.com',
    'lookup proxy on 127.0.0.53:53: server misbehaving',
    'error: failed to download from `https://crates/x`\n[28] Timeout was reached (Operation too slow)',
    "error: failed to get `axum` … [6] Couldn't resolve host name",
    'Could not transfer artifact a:b:pom:1 from/to central: Read timed out',
    'a:b:jar:1 failed to transfer from https://repo.example/maven2 during a previous attempt. This failure was cached',
    'Could not transfer artifact a:b:pom:1 from/to central: repo.example: Unknown host repo.example',
    // pip also says that there is no such package.
    ...[
      `ReadTimeoutError("HTTPSConnectionPool(host='pypi.example', port=443): Read timed out. (read timeout=15)")`,
      `ConnectTimeoutError(<…>, 'Connection to pypi.example timed out. (connect timeout=15)')`,
      `NewConnectionError('<…>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')`,
      `RemoteDisconnected('Remote end closed connection without response')`,
    ].map(
      (why) =>
        `WARNING: Retrying (Retry(total=0)) after connection broken by '${why}': /simple/flask/ ⏎ ERROR: Could not find a version that satisfies the requirement flask==3 (from versions: none) ⏎ ERROR: No matching distribution found for flask==3`,
    ),
    'Could not reach host rubygems.example. Check your network connection and try again.',
    'error NU1301: Unable to load the service index for source https://nuget.example/index.json',
  ];
  for (const text of faults) {
    assert.ok(isRegistryFault(text), text);
    assert.ok(!isUnresolvable(text), text);
  }
  const missing = [
    'npm error code ETARGET\nnpm error notarget No matching version found for koa@99.0.0.',
    'go: github.com/gin-gonic/gin@v1.99.0: invalid version: unknown revision v1.99.0',
    'ERROR: Could not find a version that satisfies the requirement flask==99 (from versions: 2.0, 3.0) ⏎ ERROR: No matching distribution found for flask==99',
    'go: module github.com/x/y@v1 requires go >= 1.27.0 (running go 1.26.1)',
    'error: failed to select a version for the requirement `axum = "=0.99.0"`',
    'Could not resolve dependencies for project: Could not find artifact io.vertx:x:jar:9',
    'io.vertx:x:jar:9 was not found in https://repo.example/maven2 during a previous attempt. This failure was cached',
  ];
  for (const text of missing) {
    assert.ok(isUnresolvable(text), text);
    assert.ok(!isRegistryFault(text), text);
  }
  assert.ok(!isRegistryFault('undefined: sonic.ConfigStd'));
  assert.ok(!isUnresolvable('the command was not found in PATH'));
});
