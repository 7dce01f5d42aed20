import { systemPath, which } from '../../process/which.ts';
import { repositoryAt } from '../../util/repository.ts';
import type { SearchPlace } from '../engine.ts';
import { builtFerretdb, FERRETDB_VERSION } from './ferretdb.ts';

/** A program that this machine can start. */
export type Program =
  | { kind: 'mongod'; path: string }
  | { kind: 'ferretdb'; path: string }
  /** Not built yet, but Go is installed. */
  | { kind: 'buildable'; path: string; go: string };

/** Finds MongoDB, else a stand-in. */
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
      return `FerretDB ${FERRETDB_VERSION}, a stand-in for MongoDB, will be built with ${program.go} on first use (a few minutes)`;
  }
}
