import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/** Extensions of source files. Configuration counts if it defines what a handler would do. */
const COMMENTS: Record<string, { line: RegExp; block: boolean }> = {
  '.c': { line: /^\/\//, block: true },
  '.cc': { line: /^\/\//, block: true },
  '.conf': { line: /^#/, block: false },
  '.cpp': { line: /^\/\//, block: true },
  '.cr': { line: /^#/, block: false },
  '.cs': { line: /^\/\//, block: true },
  '.dart': { line: /^\/\//, block: true },
  '.ex': { line: /^#/, block: false },
  '.exs': { line: /^#/, block: false },
  '.fs': { line: /^\/\//, block: false },
  '.go': { line: /^\/\//, block: true },
  '.h': { line: /^\/\//, block: true },
  '.hpp': { line: /^\/\//, block: true },
  '.hs': { line: /^--/, block: false },
  '.ini': { line: /^[;#]/, block: false },
  '.java': { line: /^\/\//, block: true },
  '.js': { line: /^\/\//, block: true },
  '.kt': { line: /^\/\//, block: true },
  '.lua': { line: /^--/, block: false },
  '.mjs': { line: /^\/\//, block: true },
  '.nim': { line: /^#/, block: false },
  // `#[` begins an attribute.
  '.php': { line: /^(?:\/\/|#(?!\[))/, block: true },
  '.pl': { line: /^#/, block: false },
  '.pm': { line: /^#/, block: false },
  '.properties': { line: /^#/, block: false },
  '.py': { line: /^#/, block: false },
  '.rb': { line: /^#/, block: false },
  '.rs': { line: /^\/\//, block: true },
  '.ru': { line: /^#/, block: false },
  '.scala': { line: /^\/\//, block: true },
  '.sql': { line: /^--/, block: true },
  '.swift': { line: /^\/\//, block: true },
  '.template': { line: /^#/, block: false },
  '.ts': { line: /^\/\//, block: true },
  '.tsx': { line: /^\/\//, block: true },
  '.xml': { line: /^(?!)/, block: false },
  '.yaml': { line: /^#/, block: false },
  '.yml': { line: /^#/, block: false },
  '.zig': { line: /^\/\//, block: false },
};
/** Folder of a target with the files that differ for older versions of its packages: `older/koa-2/src/server.js`. */
export const OLDER = 'older';

/** Build files and folders, which belong to the ecosystem, and the files for older versions, which no reader runs. */
export const LEFT_OUT = new Set([
  'mix.exs',
  'pom.xml',
  'node_modules',
  'build',
  'target',
  'bin',
  'obj',
  'vendor',
  '__pycache__',
  OLDER,
]);

/** What the harness reads about a target is no part of its program. */
const MANIFEST = 'target.yaml';

/** Whether a file is source whose lines count, by its extension. */
export function isCounted(path: string): boolean {
  return Object.hasOwn(COMMENTS, extname(path)) && basename(path) !== MANIFEST;
}

/**
 * Counts the lines of a target's own source, over all its variants, that are neither blank nor comments: a
 * rough measure of the effort to write one. A line with code and a comment counts; text after the end of a
 * block comment does not.
 */
export function linesOfCode(folder: string): number {
  let lines = 0;
  for (const name of readdirSync(folder)) {
    if (LEFT_OUT.has(name) || name.startsWith('.')) continue;
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) lines += linesOfCode(path);
    else if (stat.isFile() && isCounted(name)) lines += countLines(readFileSync(path, 'utf8'), extname(name));
  }
  return lines;
}

/** @param extension the extension with its dot, which determines the syntax of comments */
export function countLines(text: string, extension: string): number {
  const language = COMMENTS[extension];
  if (!language) return 0;
  let inBlock = false;
  let lines = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (inBlock) {
      inBlock = !line.includes('*/');
    } else if (language.block && line.startsWith('/*')) {
      inBlock = !line.includes('*/');
    } else if (line !== '' && !language.line.test(line)) {
      lines += 1;
    }
  }
  return lines;
}
