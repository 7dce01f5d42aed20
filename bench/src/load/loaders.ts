import type { LoaderName, LoadShape } from '../model/index.ts';
import type { Loader } from './loader.ts';
import { ohaLoader } from './oha.ts';
import { wrkLoader } from './wrk.ts';

const loaders: Record<LoaderName, Loader> = { wrk: wrkLoader, oha: ohaLoader };

/** The adapter of the tool that a load shape names. */
export function loaderFor(shape: LoadShape): Loader {
  return loaders[shape.loader];
}
