import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { askEngine, engineUsage, usageIn } from '../../src/hosts/docker-engine.ts';
import { refusalOf } from '../measure/support/errors.ts';
import { scriptsInPath } from '../process/environment.ts';

const scripts = scriptsInPath();
const { folder } = scripts;
after(() => scripts.remove());

/** A `docker` that answers `system dial-stdio` with this, once it has read a request, or does something else. */
function dockerThat(does: string): void {
  scripts.write('docker', `echo "$@" > ${folder}/asked\n${does}`);
}

function answering(status: string, body: string, how = (answer: string) => answer): void {
  const head = `HTTP/1.1 ${status}\\r\\nContent-Length: ${Buffer.byteLength(body)}\\r\\nConnection: close\\r\\n\\r\\n`;
  writeFileSync(join(folder, 'body'), body);
  dockerThat(`while read -r line; do [ "$line" = "$(printf '\\r')" ] && break; echo "$line" >> ${folder}/asked; done
${how(`printf '${head}'; cat ${folder}/body`)}`);
}

/** As an engine on control groups of version 1 gives them, shortened. */
const STATS = {
  read: '2026-11-21T22:00:00.123456789Z',
  cpu_stats: {
    cpu_usage: { total_usage: 123_456_789, usage_in_kernelmode: 1, usage_in_usermode: 2 },
    online_cpus: 2,
    throttling_data: { periods: 0, throttled_periods: 0, throttled_time: 42 },
  },
  memory_stats: { usage: 5_000_000, max_usage: 9_000_000, limit: 1 },
};

describe('an engine asked through a context', () => {
  test('the question goes to the context, the answer is what it says', async () => {
    answering('200 OK', JSON.stringify(STATS));
    assert.deepEqual(await engineUsage('far', 'abc'), {
      cpuNanoseconds: 123_456_789,
      peakMemoryBytes: 9_000_000,
      throttledNanoseconds: 42,
      source: 'engine',
    });
    const asked = readFileSync(join(folder, 'asked'), 'utf8');
    assert.match(asked, /^--context far system dial-stdio$/m);
    assert.match(asked, /^GET \/containers\/abc\/stats\?stream=false&one-shot=true HTTP\/1\.1/m);
  });

  test('an answer still on its way when the program has ended', async () => {
    answering('200 OK', '{"ok":true}', (answer) => `(sleep 0.2; ${answer}) &`);
    assert.deepEqual(await askEngine('far', '/info'), { ok: true });
  });

  test('an answer that is none, a status, a way that ends', async () => {
    answering('404 Not Found', '{"message":"No such container"}');
    assert.match((await refusalOf(() => engineUsage('far', 'abc'))).seen, /404.*No such container/);
    answering('200 OK', 'rubbish');
    assert.match((await refusalOf(() => askEngine('far', '/info'))).seen, /JSON/);
    dockerThat("echo 'ssh: connect to host far: refused' >&2; exit 1");
    assert.match(
      (await refusalOf(() => askEngine('far', '/info'))).seen,
      /ssh: connect to host far: refused/,
    );
  });
});

describe('what an engine reports of a container', () => {
  test('control groups of version 2: the highest memory is not reported, and is not made up', () => {
    const { max_usage: _, ...memory } = STATS.memory_stats;
    assert.equal(usageIn({ ...STATS, memory_stats: memory })?.peakMemoryBytes, null);
  });

  test('a container that has ended has no accounts, not accounts of nothing', () => {
    const ended = {
      read: '0001-01-01T00:00:00Z',
      cpu_stats: { cpu_usage: { total_usage: 0 } },
      memory_stats: {},
    };
    assert.equal(usageIn(ended), null);
  });
});
