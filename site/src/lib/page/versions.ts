import type { Messages } from '../../messages/index.ts';

interface Versioned {
  name: string;
  /** `null` if it is not known. */
  version: string | null;
}

/** `Gin 1.12.0`; the name alone if the version is not known. */
export function withVersion({ name, version }: Versioned): string {
  return version === null ? name : `${name} ${version}`;
}

/** `Go 1.26.8`, under the name that the runtime has in the page's language. */
export function runtimeText(runtime: Versioned, { runtimeName }: Pick<Messages, 'runtimeName'>): string {
  return withVersion({ ...runtime, name: runtimeName(runtime.name) });
}
