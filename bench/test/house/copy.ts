import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from '../../src/util/repository.ts';
import type { Addition } from './additions.ts';

/** A copy of the checkout's code, without results, targets and tests, in which additions are tried. */
export interface CheckoutCopy {
  root: string;
  write(path: string, text: string): void;
  /** Writes and edits the files of an addition. Throws if a text to replace is not there exactly once. */
  apply(addition: Addition): void;
  remove(): void;
}

const LEFT_OUT = /^(?:results|targets\/[^/]+\/[^/]+|bench\/(?:test|replays)|site\/test)\//;

export function copyCheckout(): CheckoutCopy {
  const root = mkdtempSync(join(tmpdir(), 'pitwall-house-'));
  for (const path of filesOfCheckout()) {
    if (LEFT_OUT.test(path)) continue;
    cpSync(join(repository.root, path), join(root, path), { recursive: true });
  }
  mkdirSync(join(root, 'results'));
  linkPackages(root);
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return {
    root,
    write,
    apply({ written, edited }) {
      for (const [path, text] of Object.entries(written)) {
        if (existsSync(join(root, path))) throw new Error(`${path} is there already`);
        write(path, text);
      }
      for (const [path, replacements] of Object.entries(edited)) {
        write(path, replacements.reduce(replacedOnce, readFileSync(join(root, path), 'utf8')));
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function replacedOnce(text: string, [old, instead]: readonly [text: string, instead: string]): string {
  const parts = text.split(old);
  if (parts.length !== 2) throw new Error(`${JSON.stringify(old)} occurs ${parts.length - 1} times`);
  return parts.join(instead);
}

/** Files in git, and new ones that git does not ignore. */
function filesOfCheckout(): string[] {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', words, { cwd: repository.root, encoding: 'utf8' });
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(repository.root, path)));
}

/** Links every package, so that nothing is installed; the project's own two are those of the copy. */
function linkPackages(root: string): void {
  for (const folder of ['.', 'bench', 'site']) {
    const from = join(repository.root, folder, 'node_modules');
    const to = join(root, folder, 'node_modules');
    mkdirSync(to);
    if (!existsSync(from)) continue;
    for (const name of readdirSync(from)) {
      // Folders with a dot are caches of tools, which would change the checkout.
      const isPackage = !name.startsWith('.') && name !== '@pitwall';
      if (isPackage || name === '.bin') symlinkSync(join(from, name), join(to, name));
    }
  }
  mkdirSync(join(root, 'node_modules/@pitwall'));
  for (const part of ['bench', 'site'])
    symlinkSync(`../../${part}`, join(root, 'node_modules/@pitwall', part));
}
