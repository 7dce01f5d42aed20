import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { z } from 'zod';
import { refusedWrite, writeFileAtomic } from '../../src/util/atomic-file.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { readJson } from '../../src/util/json-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'pitwall-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a file is written whole, into folders that were not there, and leaves no part behind', () => {
  const path = join(folder, 'a', 'b', 'file.json');
  writeFileAtomic(path, 'one');
  writeFileAtomic(path, '成功');
  assert.equal(readFileSync(path, 'utf8'), '成功');
  assert.deepEqual(readdirSync(join(folder, 'a', 'b')), ['file.json']);
});

/** A file system of one megabyte, or none where this machine allows no mount. */
function withSmallDisk(options: string, work: (mount: string) => void): string | null {
  const mount = join(folder, `disk-${options.replace(/\W/g, '-')}`);
  mkdirSync(mount);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', mount], {
    encoding: 'utf8',
  });
  if (status !== 0) return `no mount is allowed here: ${stderr?.trim()}`;
  try {
    work(mount);
  } finally {
    spawnSync('umount', [mount]);
  }
  return null;
}

test('on a full disk the old text stays and the error says what to do', (context) => {
  const skipped = withSmallDisk('size=1m', (mount) => {
    const path = join(mount, 'kept.json');
    writeFileAtomic(path, 'old');
    assert.throws(
      () => writeFileAtomic(path, 'x'.repeat(2 * 1024 * 1024)),
      (error) =>
        error instanceof PitwallError && /content is unchanged/.test(error.what) && /df -h/.test(error.next),
    );
    assert.equal(readFileSync(path, 'utf8'), 'old');
    assert.deepEqual(readdirSync(mount), ['kept.json'], 'no part takes up the room that is lacking');
  });
  if (skipped) context.skip(skipped);
});

test('a disk that is full for anybody else is reported with what to do as well', (context) => {
  const skipped = withSmallDisk('size=64k', (mount) => {
    const path = join(mount, 'scratch');
    const refused = (write: () => void): PitwallError => {
      try {
        write();
      } catch (error) {
        return refusedWrite(error) ?? assert.fail(error as Error);
      }
      return assert.fail('it was written');
    };
    const full = refused(() => writeFileSync(path, 'x'.repeat(1024 * 1024)));
    assert.match(full.seen, /^ENOSPC: /);
    assert.match(full.next, /^Free some space \(df -h\) and run/);
  });
  if (skipped) context.skip(skipped);
});

test('what is no write that was refused stays what it is', () => {
  const errorOf = (code: string, syscall: string) =>
    Object.assign(new Error(`${code}: no`), { code, syscall, path: '/x/y' });
  assert.match(refusedWrite(errorOf('EROFS', 'open'))?.next ?? '', /^Mount \/x for writing/);
  assert.match(refusedWrite(errorOf('EACCES', 'mkdtemp'))?.next ?? '', /^Check who owns \/x \(ls -ld \/x\)/);
  for (const other of [errorOf('EACCES', 'open'), errorOf('ENOENT', 'open'), new Error('a bug'), 'a text'])
    assert.equal(refusedWrite(other), null);
});

test('a read-only file system is reported', (context) => {
  const skipped = withSmallDisk('size=1m,ro', (mount) => {
    assert.throws(
      () => writeFileAtomic(join(mount, 'x.json'), 'x'),
      (error) => error instanceof PitwallError && error.seen.startsWith('EROFS') && /Mount/.test(error.next),
    );
  });
  if (skipped) context.skip(skipped);
});

test('a folder without permission is reported', {
  skip: process.getuid?.() === 0 && 'root may write anywhere',
}, () => {
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o500);
  assert.throws(
    () => writeFileAtomic(join(locked, 'x.json'), 'x'),
    (error) => error instanceof PitwallError && error.seen.startsWith('EACCES'),
  );
});

test('a file where a folder should be is reported', () => {
  writeFileSync(join(folder, 'plain'), '');
  assert.throws(
    () => writeFileAtomic(join(folder, 'plain', 'x.json'), 'x'),
    (error) => error instanceof PitwallError && /Move the file/.test(error.next),
  );
});

const schema = z.strictObject({
  schemaVersion: z.literal(1),
  cells: z.array(z.strictObject({ rounds: z.number() })),
});

function refused(text: string, options: Parameters<typeof readJson>[2] = {}): PitwallError {
  const path = join(folder, 'document.json');
  writeFileSync(path, text);
  try {
    readJson(path, schema, { name: 'results/x.json', schemaVersion: 1, ...options });
  } catch (error) {
    if (error instanceof PitwallError) return error;
    throw error;
  }
  assert.fail('it was accepted');
}

test('a document that fits is given back', () => {
  const path = join(folder, 'document.json');
  writeFileSync(path, '{"schemaVersion":1,"cells":[{"rounds":3}]}');
  assert.deepEqual(readJson(path, schema), { schemaVersion: 1, cells: [{ rounds: 3 }] });
});

test('each fault of a document has its own error', () => {
  assert.match(refused('{"schemaVersion":1,"cells":[{"rou').what, /is truncated/);
  assert.match(refused('').what, /is truncated/);
  assert.match(refused('<html>}').what, /not JSON/);
  // The command can be copied from a checkout whose path has a space.
  const { next } = refused('', { name: 'my results/x.json' });
  assert.match(next, /git checkout -- 'my results\/x\.json'$/);
  const newer = refused('{"schemaVersion":2,"unheard":"of"}');
  assert.match(newer.what, /newer/);
  assert.deepEqual([newer.expected, newer.seen], ['schemaVersion 1 or lower', 'schemaVersion 2']);
  assert.match(newer.next, /git pull/);
  assert.match(refused(`{"pad":"${'x'.repeat(2_000)}"}`, { maxBytes: 1_000 }).what, /too large/);
  const wrong = refused('{"schemaVersion":1,"cells":[{"rounds":1},{"rounds":"two"}]}');
  assert.equal(wrong.where, 'results/x.json › cells.1.rounds');
  assert.match(wrong.seen, /two/);
});

test('a file that is not there is reported', () => {
  assert.throws(
    () => readJson(join(folder, 'nowhere.json'), schema),
    (error) => error instanceof PitwallError && error.seen === 'no such file',
  );
});

test('what is no file is not opened: a link shows nothing, a pipe and a device hang nobody', () => {
  const place = (name: string): string => join(folder, name);
  writeFileSync(place('secret'), 'root:x:0:0\n');
  symlinkSync(place('secret'), place('link.json'));
  symlinkSync('/dev/zero', place('zero.json'));
  execFileSync('mkfifo', [place('pipe.json')]);
  mkdirSync(place('folder.json'));
  const kinds = [
    ['link.json', 'a symbolic link'],
    ['zero.json', 'a symbolic link'],
    ['pipe.json', 'a pipe'],
    ['folder.json', 'a folder'],
  ] as const;
  for (const [name, kind] of kinds) {
    assert.throws(
      () => readJson(place(name), schema),
      (error) => error instanceof PitwallError && error.seen === kind && !error.message.includes('root:x'),
      name,
    );
  }
});

test('a document of a hundred thousand levels, or with a key __proto__, is refused before anything walks it', () => {
  const deep = `{"schemaVersion":1,"cells":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  assert.match(refused(deep).seen, /more than 64 levels/);
  assert.match(refused('{"schemaVersion":1,"cells":[{"rounds":1,"__proto__":{}}]}').seen, /__proto__/);
});
