import { siteOrigin } from '../build/folders.ts';
import { addresses, publicAddress } from './links.ts';

/** A run, as far as a citation names it. */
export interface CitedRun {
  machine: string;
  run: string;
  startedAt: string;
}

/**
 * How to cite a figure of a run, the same on pages of all languages. The page of a run keeps its address, while rankings
 * go on to newer runs.
 */
export function citation({ machine, run, startedAt }: CitedRun): string {
  const origin = siteOrigin();
  const [year, day] = [startedAt.slice(0, 4), startedAt.slice(0, 10)];
  return [
    `Pitwall contributors (${year}). Pitwall: web-framework benchmarks with their uncertainty.`,
    `Run ${run} of ${day} on ${machine}.`,
    ...(origin === null ? [] : [publicAddress(addresses.run(machine, run), origin)]),
    'CC BY 4.0.',
  ].join(' ');
}
