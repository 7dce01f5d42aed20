import { isCounted } from './lines-of-code.ts';
import { sourceFiles } from './source-files.ts';

/** The lines of a target's source that answer a request. */
export interface HandlerLines {
  /** Below the target's folder. */
  path: string;
  /** Number of the first line, from 1. */
  line: number;
  text: string;
}

/** Enough for a handler with its annotation; what is longer is on its page. */
const MOST_LINES = 16;

/**
 * Finds where a target answers a route such as `GET /json`: the line that names its path, and what belongs to it by its
 * brackets or its indentation. A router that names the handler alone is found as well. `null` if no line names the path.
 *
 * @param folder absolute path of the target
 */
export function handlerLines(folder: string, route: string): HandlerLines | null {
  const path = route.split(' ').at(-1) ?? '';
  if (!/^\/[\w/-]*$/.test(path)) return null;
  const named = new RegExp(`["'\`](?:GET )?${path}["'\`]`);
  for (const file of sourceFiles(folder)) {
    if (file.text === null || !isCounted(file.path)) continue;
    const lines = file.text.split('\n');
    const first = lines.findIndex((line) => named.test(line));
    if (first < 0) continue;
    const text = lines.slice(first, endOf(lines, first)).join('\n');
    return { path: file.path, line: first + 1, text };
  }
  return null;
}

/** The line after those that belong to one. */
function endOf(lines: readonly string[], first: number): number {
  const indentOf = (line: string): number => line.search(/\S/);
  const own = indentOf(lines[first] ?? '');
  let open = 0;
  let last = first;
  for (let at = first; at < Math.min(lines.length, first + MOST_LINES); at++) {
    const line = lines[at] ?? '';
    const wasComplete = at > first && open <= 0 && !isAnnotation(lines[at - 1] ?? '');
    if (wasComplete && indentOf(line) <= own) break;
    open += (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
    last = at;
  }
  return last + 1;
}

/** A line that belongs to the one below it: `@GetMapping("/json")`, `#[get("/json")]`. */
function isAnnotation(line: string): boolean {
  return /^\s*(?:@|#\[|\[)/.test(line);
}
