import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of joined stylesheets begin with it. */
export const JOINED = 'page-';

const LINK = /<link rel="stylesheet" href="\/_astro\/([\w.-]+\.css)">/g;

/**
 * Gives each page one stylesheet in place of the up to eight into which Astro splits it: a browser draws nothing
 * before it has them all, and opens six connections at a time. Their order stays, and no page gets a rule of another.
 */
export class OneStylesheet {
  readonly #folder: string;
  readonly #texts = new Map<string, string>();
  /** File names by the names of the stylesheets that each joins. */
  readonly #joined = new Map<string, { file: string; text: string }>();

  /** @param folder where the stylesheets are */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the page with a link to one stylesheet. */
  joinIn(html: string): string {
    const names = [...html.matchAll(LINK)].map(([, name = '']) => name);
    if (names.length < 2) return html;
    const link = `<link rel="stylesheet" href="/_astro/${this.#join(names)}">`;
    let isFirst = true;
    return html.replaceAll(LINK, () => {
      const shown = isFirst ? link : '';
      isFirst = false;
      return shown;
    });
  }

  async write(): Promise<void> {
    await Promise.all(
      [...this.#joined.values()].map(({ file, text }) => writeFile(join(this.#folder, file), text)),
    );
  }

  #join(names: readonly string[]): string {
    const key = names.join(' ');
    const known = this.#joined.get(key);
    if (known !== undefined) return known.file;
    const text = names.map((name) => this.#textOf(name)).join('\n');
    const file = `${JOINED}${createHash('sha256').update(text).digest('hex').slice(0, 8)}.css`;
    this.#joined.set(key, { file, text });
    return file;
  }

  #textOf(name: string): string {
    const known = this.#texts.get(name) ?? readFileSync(join(this.#folder, name), 'utf8').trim();
    this.#texts.set(name, known);
    return known;
  }
}
