import type { Arrival, LoadShape } from '../model/index.ts';
import { nearest } from '../util/edit-distance.ts';
import { autocannonLoader } from './autocannon.ts';
import type { Loader } from './loader.ts';
import { ohaLoader } from './oha.ts';
import { wrkLoader } from './wrk.ts';

/** All loaders. */
export const loaders: readonly Loader[] = [wrkLoader, ohaLoader, autocannonLoader];

/** Returns the loader that a load shape names. */
export function loaderFor({ loader: name }: Pick<LoadShape, 'loader'>): Loader {
  const found = loaders.find((loader) => loader.name === name);
  if (!found) throw new RangeError(`no loader ${name}`);
  return found;
}

/** Returns the loaders that some shapes need, each once. */
export function loadersOf(shapes: readonly Pick<LoadShape, 'loader'>[]): string[] {
  return [...new Set(shapes.map(({ loader }) => loader))];
}

const arrivalWords: Record<Arrival, string> = {
  closed: 'a closed loop',
  rate: 'a fixed rate',
  count: 'a number of requests',
};

/**
 * Returns why no loader can send such a load: whether its name is unknown, and what is expected; `null` if
 * one can.
 */
export function loaderFault(name: string, arrival: Arrival): { isUnknown: boolean; expected: string } | null {
  const found = loaders.find((loader) => loader.name === name);
  if (!found) {
    const names = loaders.map((loader) => loader.name);
    const [meant] = nearest(name, names);
    const all = `one of ${names.join(', ')}`;
    return { isUnknown: true, expected: meant === undefined ? all : `${meant} (${all})` };
  }
  if (found.arrivals.includes(arrival)) return null;
  const able = found.arrivals.map((one) => arrivalWords[one]).join(' or ');
  return { isUnknown: false, expected: `${able}: ${name} cannot do ${arrivalWords[arrival]}` };
}
