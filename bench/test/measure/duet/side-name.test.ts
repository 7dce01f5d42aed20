import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSide, sideProbablyMeant, sideText } from '../../../src/measure/duet/side-name.ts';

describe('a side as it is written', () => {
  const read = (text: string): string | null => {
    const side = parseSide(text);
    if (side === null) return null;
    const pins = side.pins.map(({ name, version }) => `${name} ${version}`);
    return [side.target, side.revision ?? '-', ...pins].join(' | ');
  };
  const cases: Record<string, string> = {
    'go/gin': 'go/gin | -',
    'go/gin:raw@HEAD~1': 'go/gin:raw | HEAD~1',
    'go/gin@v1.2': 'go/gin | v1.2',
    'go/gin@feature/x': 'go/gin | feature/x',
    'go/gin@gin=1.11.0': 'go/gin | - | gin 1.11.0',
    'go/gin@gin@v1.11.0': 'go/gin | - | gin 1.11.0',
    'go/gin@github.com/gin-gonic/gin=v1.11.0': 'go/gin | - | github.com/gin-gonic/gin 1.11.0',
    'go/gin@github.com/gin-gonic/gin@v1.11.0': 'go/gin | - | github.com/gin-gonic/gin 1.11.0',
    'go/gin@gin=v1.11.1-0.20251001000000-0123456789ab':
      'go/gin | - | gin 1.11.1-0.20251001000000-0123456789ab',
    'go/gin@gin=a1b2c3d4e5f6': 'go/gin | - | gin a1b2c3d4e5f6',
    'go/gin:raw@HEAD~1@gin=1.10.1': 'go/gin:raw | HEAD~1 | gin 1.10.1',
    'javascript/koa:single@@koa/router=13.1.1': 'javascript/koa:single | - | @koa/router 13.1.1',
    'javascript/koa:single@@koa/router@13.1.1': 'javascript/koa:single | - | @koa/router 13.1.1',
    'javascript/koa@@koa/router@13.1.1@koa@3.0.0': 'javascript/koa | - | @koa/router 13.1.1 | koa 3.0.0',
    'javascript/koa@HEAD@koa=3.0.0,@koa/router=13.1.1':
      'javascript/koa | HEAD | koa 3.0.0 | @koa/router 13.1.1',
    'rust/axum@axum@0.8.0@tokio=1.40.0': 'rust/axum | - | axum 0.8.0 | tokio 1.40.0',
    'java/vertx@io.vertx:vertx-core:4.5.0': 'java/vertx | - | io.vertx:vertx-core 4.5.0',
    'java/vertx@io.vertx:vertx-core=4.5.0.Final': 'java/vertx | - | io.vertx:vertx-core 4.5.0.Final',
    'python/fastapi@fastapi==0.115.0': 'python/fastapi | - | fastapi 0.115.0',
    'ruby/sinatra@sinatra:4.1.0': 'ruby/sinatra | - | sinatra 4.1.0',
    'go/gin@go=1.26.0': 'go/gin | - | go 1.26.0',
  };
  for (const [text, expected] of Object.entries(cases)) {
    test(text, () => {
      assert.equal(read(text), expected);
      const side = parseSide(text);
      assert.ok(side);
      assert.equal(read(sideText(side)), expected, 'written in Pitwall’s own way it is the same side');
    });
  }
  for (const text of [
    '',
    'a/b@',
    'a/b@=1',
    'a/b@x=',
    'a/b@x=1;rm',
    'a/b@x=1@HEAD',
    'a/b@A@B',
    'a/b@x=$(id)',
    'a/b@x>=1',
  ])
    test(`${JSON.stringify(text)} is not one`, () => assert.equal(read(text), null));
});

test('a side that cannot be read is probably the one without the slip', () => {
  const targets = ['go/gin', 'javascript/koa', 'java/vertx'];
  const cases: Record<string, string | null> = {
    'go/gin@gin>=1.11.0': 'go/gin@gin=1.11.0',
    'go/gin@gin=^1.11.0': 'go/gin@gin=1.11.0',
    'go/gin@gin = 1.11.0': 'go/gin@gin=1.11.0',
    'go/gin gin@v1.11.0': 'go/gin@gin=1.11.0',
    'go/gin=1.11.0': 'go/gin@gin=1.11.0',
    'gin=1.11.0': 'go/gin@gin=1.11.0',
    'gin@v1.11.0': 'go/gin@gin=1.11.0',
    'go/gin:gin=1.11.0': 'go/gin@gin=1.11.0',
    'javascript/koa@@@koa/router=13.1.1': 'javascript/koa@@koa/router=13.1.1',
    'javascript/koa/@koa/router=13.1.1': 'javascript/koa@@koa/router=13.1.1',
    'javascript/koa@"@koa/router@13.1.1"': 'javascript/koa@@koa/router=13.1.1',
    'no/such@thing=1': null,
    'what?': null,
  };
  for (const [text, expected] of Object.entries(cases))
    assert.equal(sideProbablyMeant(text, targets), expected, text);
});
