import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { startService } from '../../src/hosts/compose.ts';
import { OPEN_FILES } from '../../src/process/tree/wrapped-command.ts';
import { repository } from '../../src/util/repository.ts';
import { scriptsInPath } from '../process/environment.ts';
import { until } from '../process/until.ts';

/** An engine with one container, whose logs end at once, and which runs until it is stopped. */
const ENGINE = `here=$(dirname "$0")
case $* in
  *' ps --all --quiet '*) echo c0ffee ;;
  inspect*State.Pid*) echo 0 ;;
  wait*) touch "$here/waited"; while [ ! -e "$here/stopped" ]; do sleep 0.02; done; echo 7 ;;
  stop*) touch "$here/stopped" ;;
esac`;

test('a container has not ended because its logs have', async () => {
  const { folder, ...scripts } = scriptsInPath();
  scripts.write('docker', ENGINE);
  try {
    const service = await startService({
      root: folder,
      service: 'target',
      port: 1,
      variables: {},
      signal: new AbortController().signal,
    });
    await until(() => existsSync(join(folder, 'waited')));
    assert.equal(service.ended(), null);
    await service.stop(1);
    assert.deepEqual(await service.exited, { exitCode: 7, signal: null });
    assert.deepEqual(service.ended(), { exitCode: 7, signal: null });
  } finally {
    scripts.remove();
  }
});

const { services } = parse(readFileSync(join(repository.root, 'compose.yaml'), 'utf8'), { merge: true });

test('no check that an image declares is started beside its server', () => {
  assert.deepEqual(services.target.healthcheck, { disable: true });
});

test('no program that crashes leaves its memory on the disk of the machine', () => {
  for (const [name, service] of Object.entries(services) as [string, { ulimits: object }][])
    assert.deepEqual(service.ulimits, { nofile: OPEN_FILES, core: 0 }, name);
});
