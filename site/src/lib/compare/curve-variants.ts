import { type ShownRunData, variantKey } from '@pitwall/bench/model';
import { readTargetData } from '../build/data.ts';
import { comparedVariants } from './pairs.ts';

let known: Promise<ReadonlySet<string>> | undefined;

/** Returns the keys of the home page's target variants whose runs kept latency histograms. */
export function variantsWithCurves(home: ShownRunData | undefined): Promise<ReadonlySet<string>> {
  known ??= home === undefined ? Promise.resolve(new Set()) : find(home);
  return known;
}

async function find(home: ShownRunData): Promise<ReadonlySet<string>> {
  const targets = new Set(comparedVariants(home).map(({ target }) => target));
  const documents = await Promise.all([...targets].map(readTargetData));
  return new Set(
    documents.flatMap(({ target, appearances }) =>
      appearances
        .filter(
          ({ machine, runs }) =>
            machine === home.machine.id && runs.some(({ run }) => home.runs.some((part) => part.run === run)),
        )
        .flatMap(({ variants }) => variants)
        .filter(({ cells }) => cells.some(({ latencyCurve }) => latencyCurve !== null))
        .map(({ variant }) => variantKey({ target, variant })),
    ),
  );
}
