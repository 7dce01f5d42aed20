import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, type ProcessStat, readAllStats, readStat } from '../../src/process/proc.ts';
import { repository } from '../../src/util/repository.ts';
import { listenOnLoopback } from '../process/loopback.ts';
import { until } from '../process/until.ts';

/** With other packages than the lock file's, bench.mjs would install before it starts anything. */
function skipUnlessInstalled(): false | string {
  const digest = createHash('sha256')
    .update(readFileSync(join(repository.root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(repository.root, 'node_modules/.pitwall-lock');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
  return installed === digest ? false : 'the packages are not those of the lock file';
}

test('a command ends when the process that started it is killed outright', {
  skip: skipUnlessInstalled(),
  timeout: 60_000,
}, async () => {
  // A GitHub that never answers, so that the command waits.
  let asked = 0;
  const server = createServer(() => {
    asked++;
  });
  const origin = await listenOnLoopback(server);
  const scratch = mkdtempSync(join(tmpdir(), 'pitwall-killed-'));
  const parent = spawn(
    process.execPath,
    [join(repository.root, 'bench/bin/bench.mjs'), 'ci', 'alert', scratch],
    {
      stdio: 'ignore',
      env: {
        ...process.env,
        GITHUB_REPOSITORY: 'pitwall/pitwall',
        GITHUB_TOKEN: 'none',
        GITHUB_API_URL: origin,
        GITHUB_SERVER_URL: 'https://github.com',
      },
    },
  );
  let child: ProcessStat | undefined;
  try {
    while (asked === 0) {
      assert.equal(parent.exitCode, null, 'it waits for the answer');
      await delay(50);
    }
    child = readAllStats().find((stat) => stat.parent === parent.pid);
    assert.ok(child);
    const { pid } = child;
    parent.kill('SIGKILL');
    // Nobody else would end it.
    await until(() => !isAlive(readStat(pid)));
  } finally {
    parent.kill('SIGKILL');
    if (child && isAlive(readStat(child.pid))) process.kill(child.pid, 'SIGKILL');
    server.closeAllConnections();
    server.close();
    rmSync(scratch, { recursive: true, force: true });
  }
});
