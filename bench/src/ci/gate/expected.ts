import { z } from 'zod';
import type { Comparable, ComparablePair } from '../../measure/duet/comparable.ts';
import { type Comparison, type ComparisonArm, variantName } from '../../model/index.ts';
import { cutToLength } from '../../util/cut.ts';
import { commitId } from '../github/event.ts';

/**
 * What a comparison of a pull request must contain. The plan of pr-bench says it before anything of the pull
 * request runs, and the report holds the artifact against it: what is missing was not measured.
 */
const cellText = z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+(?::[a-z0-9-]+)? [a-z0-9-]+$/);
/** More are left out: the report only has to show that there are some. */
const MAX_LACKING = 50;
/** A step's environment takes 128 KiB in one variable. */
const MAX_BYTES = 100_000;

const expectedSchema = z.strictObject({
  /** The commit where head left main. */
  base: commitId,
  /** A comment asked for only a part of what the pull request touches. */
  partial: z.boolean(),
  /** `go/gin:gorm json` for each cell that can be compared. */
  cells: z.array(cellText),
  /** What base has and head lacks. */
  lacking: z.array(z.strictObject({ what: z.string().max(200), why: z.string().max(300) })).max(MAX_LACKING),
});
export type Expected = z.infer<typeof expectedSchema>;

/** Returns what the report is to expect of a comparison. */
export function expectedOf(base: string, partial: boolean, { pairs, lacking }: Comparable): Expected {
  return {
    base,
    partial,
    cells: pairs.flatMap(cellsOf),
    lacking: lacking
      .slice(0, MAX_LACKING)
      .map(({ what, why }) => ({ what: cutToLength(what, 200), why: cutToLength(why, 300) })),
  };
}

function cellsOf({ head, scenarios }: ComparablePair): string[] {
  const { target, variant } = head.entry;
  return scenarios.map(({ id }) => `${variantName(target.id, variant.id)} ${id}`);
}

/** Reads the plan's output; `null` for the empty output of a plan that failed. Throws a RangeError for any other. */
export function readExpected(text: string): Expected | null {
  if (text === '') return null;
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new RangeError('the plan expects more than a step can be told');
  return expectedSchema.parse(JSON.parse(text));
}

/** Returns the expected cells that a comparison does not contain. */
export function absentCells({ cells }: Expected, comparison: Comparison): string[] {
  const name = ({ target, variant }: ComparisonArm): string => variantName(target, variant);
  const there = new Set(
    comparison.cells.flatMap(({ pair, scenario }) => {
      const sides = comparison.pairs[pair];
      return sides && name(sides.base) === name(sides.head) ? [`${name(sides.head)} ${scenario}`] : [];
    }),
  );
  return cells.filter((cell) => !there.has(cell));
}
