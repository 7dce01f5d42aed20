import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { githubOf } from '../../src/ci/github/github.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { listenOnLoopback } from '../process/loopback.ts';

/** An interface that answers with status 200 and no JSON, as a proxy or an outage does. */
const server = createServer((request, response) => {
  if (request.url === '/cut') {
    response.writeHead(200, { 'content-length': '100' }).write('{"a":');
    setTimeout(() => response.destroy(), 50);
  } else response.end('<html>Unicorn!</html>');
});
let origin = '';
before(async () => {
  origin = await listenOnLoopback(server);
});
after(() => server.close());

for (const path of ['/page', '/cut']) {
  test(`an answer that cannot be read names what was asked: ${path}`, async () => {
    const environment = { GITHUB_TOKEN: 'x', GITHUB_REPOSITORY: 'a/b', GITHUB_API_URL: origin };
    const github = githubOf(environment, new AbortController().signal);
    const refused = await refusalOf(() => github.get(path, z.unknown()));
    assert.equal(refused.where, `GET ${path}`);
    assert.match(refused.seen, /an answer that cannot be read/);
  });
}
