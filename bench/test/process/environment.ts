import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Sets variables of this process, or removes those that are `undefined`. The function returned undoes it. */
export function setVariables(variables: Variables): () => void {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  assign(variables);
  return () => assign(before);
}

function assign(variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

/** Shell scripts that this process finds before the programs of their names. */
interface Scripts {
  folder: string;
  write(name: string, lines: string): void;
  /** Removes them all, and has PATH as before. */
  remove(): void;
}

export function scriptsInPath(): Scripts {
  const folder = mkdtempSync(join(tmpdir(), 'pitwall-scripts-'));
  const restore = setVariables({ PATH: `${folder}${delimiter}${process.env.PATH}` });
  return {
    folder,
    write: (name, lines) => writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 }),
    remove() {
      restore();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
