import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
// The entry point is plain JavaScript, because it runs on any Node.
// @ts-expect-error It has no declarations.
import { isInstalled } from '../../bin/is-installed.mjs';

describe('packages that npm ci has installed are not installed again', () => {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-installed-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'node_modules'));
  const pinned = `node_modules/node-${process.platform}-${process.arch}`;
  const locked = {
    '': { name: 'pitwall' },
    bench: { version: '0.1.0' },
    'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
    'node_modules/only-on-a-mac': { version: '1.0.0', integrity: 'sha512-b', optional: true },
    [pinned]: { version: '24.0.0', integrity: 'sha512-c', optional: true },
  };
  const { '': _root, 'node_modules/only-on-a-mac': _mac, ...installed } = locked;
  const there = (packages: object | null): boolean => {
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
    const file = join(root, 'node_modules', '.package-lock.json');
    if (packages === null) rmSync(file, { force: true });
    else writeFileSync(file, JSON.stringify({ packages }));
    return isInstalled(root);
  };

  test('all that this platform takes is there', () => assert.equal(there(installed), true));
  test('nothing is there', () => assert.equal(there(null), false));
  test('one lacks, or is another version or another file', () => {
    const { 'node_modules/zod': zod, ...rest } = installed;
    assert.equal(there(rest), false);
    assert.equal(there({ ...rest, 'node_modules/zod': { ...zod, version: '4.0.1' } }), false);
    assert.equal(there({ ...rest, 'node_modules/zod': { ...zod, integrity: 'sha512-z' } }), false);
  });
  test('the pinned Node lacks, as after npm ci --omit=optional', () => {
    const { [pinned]: _node, ...rest } = installed as Record<string, unknown>;
    assert.equal(there(rest), false);
  });
});
