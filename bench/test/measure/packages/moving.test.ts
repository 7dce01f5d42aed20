import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readTarget } from '../../../src/catalog/targets.ts';
import { lockedPackage, lockOf } from '../../../src/measure/packages/lock-file.ts';
import { versionInLockFile } from '../../../src/measure/packages/locked-version.ts';
import { billOf, movingWith } from '../../../src/measure/packages/moving.ts';
import { resolvePin } from '../../../src/measure/packages/pinned-package.ts';
import { withPomVersion } from '../../../src/measure/packages/pom.ts';
import { continued, sideOfRelease, subjectOf } from '../../../src/measure/releases/subject.ts';
import { repository } from '../../../src/util/repository.ts';
import { refusalOf } from '../support/errors.ts';

/** Packages that fit together in one version only, in the files of the targets themselves. */

const target = (id: string) => readTarget(repository, id);
const bill = (id: string, name: string): string | null => {
  const found = billOf(lockOf(target(id)), name);
  return found && `${found.name} ${found.isOwn ? 'with its own version' : 'with another version'}`;
};

describe('a part of a bill of materials', () => {
  test('moves by the bill of its group, whether the pom.xml asks for it or it comes with another', () => {
    const vertx = 'io.vertx:vertx-stack-depchain with its own version';
    assert.equal(bill('java/vertx', 'io.vertx:vertx-web'), vertx);
    assert.equal(bill('java/vertx', 'io.vertx:vertx-core'), vertx);
    assert.equal(bill('kotlin/vertx', 'io.vertx:vertx-core'), vertx);
    const boot = 'org.springframework.boot:spring-boot-starter-parent with its own version';
    assert.equal(bill('java/spring-boot', 'org.springframework.boot:spring-boot-starter-webmvc'), boot);
    assert.equal(bill('java/spring-webflux', 'org.springframework.boot:spring-boot'), boot);
    assert.equal(
      bill('java/helidon', 'io.helidon:helidon-common'),
      'io.helidon:helidon-bom with its own version',
    );
    assert.equal(bill('kotlin/ktor', 'io.ktor:ktor-server-core'), 'io.ktor:ktor-bom with its own version');
  });

  test('of a platform may have another version than the bill', () => {
    assert.equal(
      bill('kotlin/quarkus', 'io.quarkus:quarkus-rest-jackson'),
      'io.quarkus.platform:quarkus-bom with another version',
    );
    assert.equal(
      bill('java/micronaut', 'io.micronaut:micronaut-http-server-netty'),
      'io.micronaut.platform:micronaut-parent with another version',
    );
  });

  test('is none if it has a version of its own, is the bill, or is of another project', () => {
    assert.equal(bill('java/vertx', 'io.vertx:vertx-stack-depchain'), null);
    assert.equal(bill('java/vertx', 'io.netty:netty-transport-native-epoll'), null);
    assert.equal(bill('java/spring-boot', 'org.mybatis.spring.boot:mybatis-spring-boot-starter'), null);
    assert.equal(bill('java/spring-boot', 'org.postgresql:postgresql'), null);
    assert.equal(bill('java/javalin', 'io.javalin:javalin'), null);
    assert.equal(bill('java/vertx', 'vertx-core'), null, 'a short name is of no group');
  });

  test('in a side stands for the whole bill, and for nothing where its version is another', async () => {
    const pin = (id: string, name: string) => resolvePin(target(id), { name, version: '4.5.0' }).package;
    assert.equal(pin('java/vertx', 'io.vertx:vertx-core'), 'io.vertx:vertx-stack-depchain');
    assert.equal(pin('java/vertx', 'vertx-web'), 'io.vertx:vertx-stack-depchain');
    assert.equal(pin('java/vertx', 'vertx-stack-depchain'), 'io.vertx:vertx-stack-depchain');
    assert.equal(pin('java/javalin', 'jackson-databind'), 'com.fasterxml.jackson.core:jackson-databind');
    const refusal = await refusalOf(async () => pin('kotlin/quarkus', 'quarkus-rest-jackson'));
    assert.match(refusal.what, /did you mean kotlin\/quarkus@quarkus-bom=4\.5\.0\?/);
  });
});

describe('the framework of a target gets another version', () => {
  const moved = (
    id: string,
    version: string,
  ): { pom: string; name: string; other: (name: string) => string | null } => {
    const { head } = continued(
      subjectOf(repository, { name: id, package: null, together: [], machine: 'machine' }),
      null,
    );
    const names = [head.package.name, ...(head.together ?? [])];
    const before = readFileSync(join(repository.targets, id, 'pom.xml'), 'utf8');
    const pom = names.reduce((text, name) => withPomVersion(text, name, version), before);
    return { pom, name: head.package.name, other: (name) => versionInLockFile('pom.xml', pom, name) };
  };

  test('and every part of it moves along, whichever way its pom.xml pins them', () => {
    for (const id of [
      'java/spring-boot',
      'java/spring-webflux',
      'java/vertx',
      'kotlin/vertx',
      'kotlin/quarkus',
    ])
      assert.equal(moved(id, '3.9.9').other(moved(id, '3.9.9').name), '3.9.9', id);
    assert.equal(moved('java/micronaut', '4.9.9').other('io.micronaut.platform:micronaut-parent'), '4.9.9');
    const quarkus = moved('kotlin/quarkus', '3.20.0');
    assert.equal(quarkus.other('io.quarkus.platform:quarkus-maven-plugin'), '3.20.0', 'by one property');
    const pekko = moved('scala/pekko-http', '1.1.0');
    assert.equal(
      pekko.other('org.apache.pekko:pekko-http-spray-json_3'),
      '1.1.0',
      'a sibling of the same version',
    );
    assert.notEqual(pekko.other('org.apache.pekko:pekko-stream_3'), '1.1.0', 'one with versions of its own');
    assert.equal(moved('java/vertx', '4.5.0').pom.match(/4\.5\.0/g)?.length, 1, 'nothing else has it');
  });
});

describe('packages that are released together', () => {
  test('move together if they are of one scope and in one version', () => {
    const nest = target('typescript/nestjs');
    const version = lockedPackage(nest, '@nestjs/core');
    const { dependencies } = JSON.parse(readFileSync(join(nest.folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const expected = Object.keys(dependencies).filter(
      (name) => name.startsWith('@nestjs/') && name !== '@nestjs/core' && dependencies[name] === version,
    );
    assert.ok(expected.includes('@nestjs/common'), 'Nest releases them together');
    assert.deepEqual(movingWith(nest, '@nestjs/core'), expected.sort());
    const subject = subjectOf(repository, {
      ...{ name: 'typescript/nestjs', package: null, together: [], machine: 'machine' },
    });
    const side = sideOfRelease(continued(subject, null).head, '12.0.0');
    for (const name of expected) assert.ok(side.includes(`@${name}=12.0.0`), side);
  });

  test('do not if nothing says so', () => {
    for (const [id, name] of [
      ['javascript/koa', 'koa'],
      ['javascript/koa', '@koa/router'],
      ['java/vertx', 'io.vertx:vertx-stack-depchain'],
      ['kotlin/quarkus', 'io.quarkus.platform:quarkus-bom'],
      ['java/spring-boot', 'org.springframework.boot:spring-boot-starter-parent'],
      ['go/gin', 'github.com/gin-gonic/gin'],
      ['rust/axum', 'axum'],
    ] as const)
      assert.deepEqual(movingWith(target(id), name), [], `${id} ${name}`);
  });
});

test('a runtime that a lock file pins is what runs the target, and is changed there', () => {
  const of = (name: string) =>
    subjectOf(repository, { name, package: 'bun', together: [], machine: 'machine' });
  const pinned = of('typescript/elysia').head.package;
  assert.deepEqual([pinned.role, pinned.title, pinned.ecosystem], ['runtime', 'Bun', 'npm']);
  assert.equal(
    of('javascript/hono:bun').head.package.ecosystem,
    'runtime',
    'where no lock file of the program has it',
  );
});

describe('the framework of a target whose version a program tells', () => {
  const packageOf = (name: string) =>
    subjectOf(repository, { name, package: null, together: [], machine: 'machine' }).head.package;

  test('is the package of its name', () => {
    const { name, role, title, ecosystem } = packageOf('ruby/sinatra');
    assert.deepEqual([name, role, title, ecosystem], ['sinatra', 'framework', 'Sinatra', 'gems']);
  });

  test('is to be named where there is none of that name, or nothing can be named', async () => {
    assert.match((await refusalOf(async () => packageOf('ruby/rails'))).next, /railties/);
    assert.match((await refusalOf(async () => packageOf('php/plain'))).next, /another target/);
  });
});
