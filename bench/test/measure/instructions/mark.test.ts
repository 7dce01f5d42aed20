import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setCounting } from '../../../src/measure/instructions/mark.ts';
import { PitwallError } from '../../../src/util/errors.ts';
import { scriptsInPath } from '../../process/environment.ts';

const scripts = scriptsInPath();
const { folder } = scripts;
after(() => scripts.remove());

/** A `vgdb` in the place of valgrind's. */
const vgdbThat = (does: string) => scripts.write('vgdb', does);
const begin = () => setCounting(folder, 'on', new AbortController().signal);
const refused = (seen: RegExp) => (error: unknown) =>
  error instanceof PitwallError && seen.test(error.seen) && /ptrace_scope/.test(error.next);

test('no process to signal, and one that cannot be signalled, are errors that say what to do', async () => {
  await assert.rejects(begin(), refused(/no process under valgrind/));
  writeFileSync(join(folder, 'vgdb-to-vgdb-from-4711-by-???-on-127.0.0.1'), '');
  vgdbThat('echo "ptrace: Operation not permitted" >&2; exit 1');
  await assert.rejects(begin(), refused(/Operation not permitted/));
});

test('each process is signalled by its number, with the variables that name its pipe', async () => {
  writeFileSync(join(folder, 'vgdb-to-vgdb-from-4712-by-racer-on-127.0.0.1'), '');
  vgdbThat(`echo "$@ LOGNAME=$LOGNAME HOST=$HOST" >> ${folder}/signalled`);
  await begin();
  const reported = readFileSync(join(folder, 'signalled'), 'utf8').trim().split('\n').sort();
  assert.equal(reported.length, 2);
  assert.match(reported[0] ?? '', /--pid=4711 .*instrumentation on LOGNAME= HOST=127\.0\.0\.1$/);
  assert.match(reported[1] ?? '', /--pid=4712 .*instrumentation on LOGNAME=racer HOST=127\.0\.0\.1$/);
});
