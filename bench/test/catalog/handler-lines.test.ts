import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { handlerLines } from '../../src/catalog/handler-lines.ts';
import { repository } from '../../src/util/repository.ts';

const found = (target: string, route: string): string | undefined =>
  handlerLines(join(repository.targets, target), route)?.text.trim();

test('the lines that answer a route are found in every language, and nothing after them', () => {
  assert.match(found('go/gin', 'GET /json') ?? '', /^router\.GET\("\/json", .*\}\)$/);
  assert.match(
    found('javascript/express', 'GET /json-large') ?? '',
    /^app\.get\([\s\S]*price: 10\.12[\s\S]*\}\);$/,
  );
  assert.match(
    found('python/flask', 'GET /json') ?? '',
    /^@app\.get\("\/json"\)\ndef \w+\(\):\n +return \{.*\}$/,
  );
  assert.match(
    found('java/spring-boot', 'GET /json') ?? '',
    /^@GetMapping\("\/json"\)\n.*\{\n +return .*;\n +\}$/,
  );
  assert.match(found('rust/axum', 'GET /json') ?? '', /^\.route\("\/json", /);
  assert.match(found('perl/mojolicious', 'GET /json') ?? '', /^get '\/json' => /);
  assert.match(found('php/plain', 'GET /json') ?? '', /^'GET \/json' => /);
});

test('a route with a placeholder, or of no line, has none', () => {
  assert.equal(handlerLines(join(repository.targets, 'go/gin'), 'GET /accounts/{id}'), null);
  assert.equal(handlerLines(join(repository.targets, 'go/gin'), 'GET /nowhere'), null);
});
