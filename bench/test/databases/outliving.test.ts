import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SCRATCH_PREFIX } from '../../src/databases/scratch.ts';
import { databaseKinds } from '../../src/model/index.ts';
import { isPortFree } from '../../src/process/listening.ts';
import { until } from '../process/until.ts';
import { open, skipReasons } from './support.ts';

/** A harness of its own process, which opens a database, says its port, and comes to an end. */
function harness(kind: string, end: string): string {
  const module = new URL('../../src/databases/index.ts', import.meta.url).href;
  return `
    import { openDatabase } from '${module}';
    const { signal } = new AbortController();
    const { environment } = await openDatabase('${kind}', { only: 'path', processors: [], signal });
    console.log(environment.PGPORT ?? environment.MYSQL_PORT ?? new URL(environment.MONGODB_URI).port);
    setTimeout(() => ${end}, 50);`;
}

for (const kind of databaseKinds) {
  const skipOf = await skipReasons(kind);
  for (const [name, end] of [
    ['ends without closing it', 'process.exit(0)'],
    ['is killed', `process.kill(process.pid, 'SIGKILL')`],
  ] as const) {
    test(`${kind}: neither server nor data outlive a harness that ${name}`, {
      skip: skipOf('path'),
      timeout: 120_000,
    }, async () => {
      const scratch = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
      const file = join(scratch, 'harness.ts');
      writeFileSync(file, harness(kind, end));
      const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = new Promise((resolve) => child.once('exit', resolve));
      const port = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
      await exited;
      await until(() => isPortFree(port));
      // What a killed harness left goes with the next one's start.
      if (end.includes('SIGKILL')) await (await open(kind, 'path')).close();
      const left = readdirSync(tmpdir()).filter((entry) =>
        entry.startsWith(`${SCRATCH_PREFIX}${child.pid}-`),
      );
      assert.deepEqual(left, []);
      rmSync(scratch, { recursive: true });
    });
  }
}
