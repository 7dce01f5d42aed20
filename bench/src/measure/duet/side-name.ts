/** A side of a comparison as it is written: a target, and what of it differs from the checkout. */
export interface SideName {
  /** The target or variant: `go/gin`, `javascript/koa:single`. */
  target: string;
  /** A git revision; `null` for the checkout as it is. */
  revision: string | null;
  pins: Pin[];
}

/** A package and a version as they were written, which may be short: `gin`, `v1.11.0`. */
export interface Pin {
  name: string;
  version: string;
}

/** How a side may be written; shown where one cannot be read. */
export const SIDE_FORM = '<target>[:variant][@revision][@package=version ...]';

const NAME = /^@?[A-Za-z0-9_.][\w.~/:-]*$/;
const VERSION = /^v?\d[\w.+-]*$/;
/** A commit in place of a version, which Go's own client turns into a pseudo-version. */
const COMMIT = /^[0-9a-f]{7,40}$/;

/**
 * Reads a side. Packages may be written as Pitwall does (`gin=1.11.0`) or as their ecosystem does: `@koa/router@15.0.0`
 * (npm), `github.com/gin-gonic/gin@v1.11.0` (Go), `tokio@1.40.0` (cargo), `io.vertx:vertx-core:4.5.0` (Maven),
 * `fastapi==0.115.0` (pip), `sinatra:4.1.0` (gem). Several follow one another, or are separated by commas.
 *
 * @returns `null` if the text cannot be read
 */
export function parseSide(text: string): SideName | null {
  const [, target = '', rest = ''] = /^([^@]*)((?:@.*)?)$/s.exec(text) ?? [];
  if (rest === '') return text === '' ? null : { target, revision: null, pins: [] };
  const side: SideName = { target, revision: null, pins: [] };
  const words = wordsOf(rest);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    const next = words[index + 1];
    const whole = pinIn(word);
    if (whole !== null) side.pins.push(whole);
    else if (NAME.test(word) && next !== undefined && isVersion(next) && !VERSION.test(word)) {
      side.pins.push({ name: word, version: withoutV(next) });
      index++;
    } else if (word !== '' && !/[=<>]/.test(word) && side.revision === null && side.pins.length === 0)
      side.revision = word;
    else return null;
  }
  return side;
}

/** Splits at `@` and `,`, of which the `@` of a scope belongs to its package: `@@koa/router=15.0.0`. */
function wordsOf(rest: string): string[] {
  const words: string[] = [];
  for (const part of rest.slice(1).split(',')) {
    const pieces = part.split('@');
    for (let index = 0; index < pieces.length; index++) {
      const next = pieces[index + 1];
      const isScope = pieces[index] === '' && next?.includes('/') === true;
      words.push(isScope ? `@${next}` : (pieces[index] as string));
      if (isScope) index++;
    }
  }
  return words;
}

function pinIn(word: string): Pin | null {
  const [, name = '', version = ''] =
    /^([^=]+)===?([^=]+)$/.exec(word) ?? /^([^=]+)=([^=]+)$/.exec(word) ?? [];
  if (name !== '') return NAME.test(name) && isVersion(version) ? { name, version: withoutV(version) } : null;
  // `group:artifact:version` of Maven, `gem:version` of RubyGems.
  const [, before = '', after = ''] = /^(.+):([^:]+)$/.exec(word) ?? [];
  return NAME.test(before) && VERSION.test(after) ? { name: before, version: withoutV(after) } : null;
}

function isVersion(text: string): boolean {
  return VERSION.test(text) || COMMIT.test(text);
}

function withoutV(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}

/** Returns the side in Pitwall's own way: `javascript/koa:single@HEAD~1@@koa/router=15.0.0`. */
export function sideText({ target, revision, pins }: SideName): string {
  const parts = [
    ...(revision === null ? [] : [revision]),
    ...pins.map((pin) => `${pin.name}=${pin.version}`),
  ];
  return [target, ...parts].join('@');
}

/**
 * Returns the side that was probably meant by a text that cannot be read; `null` if nothing is close. Repairs what
 * people write by habit: spaces, ranges (`>=1.2`, `^1.2`), a colon or a space in place of `@`, an extra `@`.
 */
export function sideProbablyMeant(text: string, targets: readonly string[]): string | null {
  const tidy = text
    .trim()
    .replaceAll(/["'`]/g, '')
    .replaceAll(/\s*(?:={1,3}|>=|<=|~>|~=|=\^|=~|[<>])\s*/g, '=')
    .replaceAll(/=[\^~]/g, '=')
    .replaceAll(/\s+@?/g, '@')
    .replaceAll(/@[\^~](?=v?\d)/g, '@')
    .replace(/[@=,]+$/, '');
  const known = targets.find((one) => tidy === one || new RegExp(`^${escaped(one)}[@:/=,]`).test(tidy));
  const own = known ?? targets.find((one) => tidy.split(/[@:=]/)[0] === one.split('/')[1]);
  if (own === undefined) return null;
  const rest = tidy.slice(known === undefined ? (own.split('/')[1] ?? '').length : own.length);
  const framework = own.split('/')[1] ?? '';
  const guesses = [
    own + rest,
    // `go/gin=1.11.0`, `gin@1.11.0`: the framework itself.
    `${own}@${framework}=${rest.replace(/^[@:=]+/, '')}`,
    // `go/gin:gin=1.11.0`: a colon in place of the `@`.
    own + rest.replace(/^:/, '@'),
    // `koa/@koa/router=15`, `koa@@@koa/router=15`: an `@` too few or too many.
    own + rest.replace(/^[/:]@/, '@@'),
    own + rest.replaceAll(/@{3,}/g, '@@'),
  ];
  const sides = guesses.flatMap((guess) => (guess === text ? [] : (parseSide(guess) ?? [])));
  const meant = sides.find(({ pins }) => pins.length > 0) ?? (known === undefined ? sides[0] : undefined);
  return meant === undefined ? null : sideText(meant);
}

function escaped(text: string): string {
  return text.replaceAll(/[/.*+?^${}()|[\]\\]/g, '\\$&');
}
