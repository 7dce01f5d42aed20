import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** What programs are written in. Configuration counts where the framework is told by it what a handler would do. */
const COMMENTS: Record<string, { line: RegExp; block: boolean }> = {
  '.c': { line: /^\/\//, block: true },
  '.conf': { line: /^#/, block: false },
  '.cs': { line: /^\/\//, block: true },
  '.go': { line: /^\/\//, block: true },
  '.h': { line: /^\/\//, block: true },
  '.java': { line: /^\/\//, block: true },
  '.js': { line: /^\/\//, block: true },
  '.kt': { line: /^\/\//, block: true },
  '.mjs': { line: /^\/\//, block: true },
  '.properties': { line: /^#/, block: false },
  '.rb': { line: /^#/, block: false },
  '.rs': { line: /^\/\//, block: true },
  '.ru': { line: /^#/, block: false },
  '.template': { line: /^#/, block: false },
  '.ts': { line: /^\/\//, block: true },
  '.xml': { line: /^(?!)/, block: false },
};
/** Build files are the ecosystem's, not the author's. */
const LEFT_OUT = new Set(['pom.xml', 'node_modules', 'build', 'target', 'bin', 'obj', 'vendor']);

/**
 * Lines of a target's own source that are neither blank nor comment, over all its variants: a rough measure of what
 * it takes to write one. A comment after code counts as code, a block comment ends where its closing sign is.
 */
export function linesOfCode(folder: string): number {
  let lines = 0;
  for (const name of readdirSync(folder)) {
    if (LEFT_OUT.has(name) || name.startsWith('.')) continue;
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) lines += linesOfCode(path);
    else if (stat.isFile() && extname(name) in COMMENTS)
      lines += countLines(readFileSync(path, 'utf8'), extname(name));
  }
  return lines;
}

/** @param extension with its dot: which comments the language has. */
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
