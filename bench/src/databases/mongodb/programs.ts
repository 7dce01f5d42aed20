import { systemPath, which } from '../../process/which.ts';
import { repositoryAt } from '../../util/repository.ts';
import type { SearchPlace } from '../engine.ts';
import { builtFerretdb, FERRETDB_VERSION } from './ferretdb.ts';

/** What this machine can start. */
export type Program =
  | { kind: 'mongod'; path: string }
  | { kind: 'ferretdb'; path: string }
  /** Not there yet, but Go is. */
  | { kind: 'buildable'; path: string; go: string };

/** MongoDB itself comes first; a stand-in only where there is none. */
export function systemProgram({ root, environment }: SearchPlace): Program | null {
  const search = systemPath([], environment.PATH ?? '');
  const mongod = which('mongod', search);
  if (mongod) return { kind: 'mongod', path: mongod };
  const built = builtFerretdb(repositoryAt(root).cache);
  const ferretdb = which('ferretdb', search) ?? which(built);
  if (ferretdb) return { kind: 'ferretdb', path: ferretdb };
  const go = which('go', search);
  return go ? { kind: 'buildable', path: built, go } : null;
}

export function describeProgram(program: Program): string {
  switch (program.kind) {
    case 'mongod':
      return program.path;
    case 'ferretdb':
      return `${program.path}, a stand-in for MongoDB`;
    case 'buildable':
      return `FerretDB ${FERRETDB_VERSION}, a stand-in for MongoDB, is built with ${program.go} when it is first needed (a few minutes)`;
  }
}
