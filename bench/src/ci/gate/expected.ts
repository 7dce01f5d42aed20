import { z } from 'zod';
import type { Comparable, ComparablePair } from '../../measure/duet/comparable.ts';
import { type Comparison, type ComparisonSide, variantName } from '../../model/index.ts';
import { cutToLength } from '../../util/cut.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { visibleText } from '../../util/text.ts';
import { commitId } from '../github/event.ts';

/**
 * What a comparison of a pull request must contain. The plan of pr-bench says it before anything of the pull
 * request runs, and the report holds the artifact against it: what is missing was not measured.
 */
const cellText = z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+(?::[a-z0-9-]+)? [a-z0-9-]+$/);
/** More are left out: the report only has to show that there are some. */
const MOST_MISSING = 50;
const MOST_COMMON = 20;
/** A step's environment takes 128 KiB in one variable. */
const MAX_BYTES = 100_000;

const expectedSchema = z.strictObject({
  /** The commit where head left main. */
  base: commitId,
  /** A comment asked for only a part of what the pull request touches, or for a number of pairs of its own. */
  partial: z.boolean(),
  /** `go/gin:gorm json` for each cell that can be compared. */
  cells: z.array(cellText),
  /** What base has and head does not. */
  missing: z.array(z.strictObject({ what: z.string().max(200), why: z.string().max(300) })).max(MOST_MISSING),
  /** Changed paths that affect every target. A plan that was made before main had this list has none. */
  common: z.array(z.string().max(200)).max(MOST_COMMON).default([]),
});
export type Expected = z.infer<typeof expectedSchema>;

/**
 * Returns what the report is to expect of a comparison.
 *
 * @param common changed paths that affect every target
 * @throws PitwallError if it is too long for the step that reports
 */
export function expectedOf(
  base: string,
  partial: boolean,
  { pairs, missing }: Comparable,
  common: readonly string[],
): Expected {
  const expected: Expected = {
    base,
    partial,
    cells: pairs.flatMap(cellsOf),
    missing: missing
      .slice(0, MOST_MISSING)
      .map(({ what, why }) => ({ what: cutToLength(what, 200), why: cutToLength(why, 300) })),
    common: common.slice(0, MOST_COMMON).map((path) => cutToLength(visibleText(path), 200)),
  };
  const size = Buffer.byteLength(JSON.stringify(expected));
  if (size <= MAX_BYTES) return expected;
  throw new PitwallError({
    what: 'The pull request touches too much to be compared at once',
    where: `${expected.cells.length} cells`,
    expected: `a list of at most ${MAX_BYTES} bytes`,
    seen: `${size} bytes`,
    next: 'Divide the pull request',
    exitCode: exitCodes.failed,
  });
}

function cellsOf({ head, scenarios }: ComparablePair): string[] {
  const { target, variant } = head.targetVariant;
  return scenarios.map(({ id }) => `${variantName(target.id, variant.id)} ${id}`);
}

/** Reads the plan's output; `null` for the empty output of a plan that failed. Throws if it is anything else. */
export function readExpected(text: string): Expected | null {
  if (text === '') return null;
  return expectedSchema.parse(JSON.parse(text));
}

/** Returns the expected cells that a comparison does not contain. */
export function absentCells({ cells }: Expected, comparison: Comparison): string[] {
  const name = ({ target, variant }: ComparisonSide): string => variantName(target, variant);
  const there = new Set(
    comparison.cells.flatMap(({ pair, scenario }) => {
      const sides = comparison.pairs[pair];
      return sides && name(sides.base) === name(sides.head) ? [`${name(sides.head)} ${scenario}`] : [];
    }),
  );
  return cells.filter((cell) => !there.has(cell));
}
