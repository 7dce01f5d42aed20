/** A file of `targets/shared`, which servers and harness both make their bodies from, or rows in its place. */
export interface SharedFile<Content> {
  name: string;
  parse(text: string): Content;
  /** Rows that stand in the code: servers read them from the database alone. */
  content?: Content;
}

export function rowsIn<Row>(name: `${string}.json`): SharedFile<readonly Row[]> {
  return { name, parse: (text) => JSON.parse(text) as Row[] };
}

/** Rows that a scenario's own file holds: a few, and no server needs them as a file. */
export function rowsHere<Row>(name: string, content: readonly Row[]): SharedFile<readonly Row[]> {
  return { name, parse: () => content, content };
}

export function textIn(name: `${string}.txt`): SharedFile<string> {
  return { name, parse: (text) => text.trimEnd() };
}

/** The parsed contents of the files that scenarios name. */
export class SharedData {
  readonly #contents: ReadonlyMap<string, unknown>;

  constructor(contents: Iterable<readonly [name: string, content: unknown]>) {
    this.#contents = new Map(contents);
  }

  of<Content>({ name }: SharedFile<Content>): Content {
    if (!this.#contents.has(name)) throw new RangeError(`targets/shared/${name} has not been read`);
    return this.#contents.get(name) as Content;
  }

  /** Returns the same data with other content in one file. */
  with<Content>({ name }: SharedFile<Content>, content: Content): SharedData {
    return new SharedData([...this.#contents, [name, content]]);
  }
}
