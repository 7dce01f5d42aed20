import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Folders of system programs such as nginx, which are often not on a user's PATH. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

export function systemPath(first: readonly string[] = [], path: string = process.env.PATH ?? ''): string {
  const folders = [
    ...first,
    ...path.split(delimiter),
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
    ...SYSTEM_FOLDERS,
  ];
  return [...new Set(folders.filter(Boolean))].join(delimiter);
}

/** Returns the file of a program as `execvp` finds it; `null` if there is none. */
export function which(
  program: string,
  path: string = systemPath(),
  cwd: string = process.cwd(),
): string | null {
  if (program.includes('/')) {
    const file = isAbsolute(program) ? program : resolve(cwd, program);
    return executable(file) ? file : null;
  }
  for (const folder of path.split(delimiter)) {
    const file = join(folder || cwd, program);
    if (executable(file)) return file;
  }
  return null;
}

const found = new Map<string, string>();

/**
 * The same, but looks for a name once for each PATH: every process that is started has its program looked up, which
 * would cost a good part of a start. A path takes one look, and what is there may be built anew.
 */
export function whichOnce(
  program: string,
  path: string = systemPath(),
  cwd: string = process.cwd(),
): string | null {
  if (program.includes('/')) return which(program, path, cwd);
  const key = JSON.stringify([program, path, cwd]);
  const file = found.get(key) ?? which(program, path, cwd);
  if (file !== null) found.set(key, file);
  return file;
}

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
