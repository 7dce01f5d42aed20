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

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
