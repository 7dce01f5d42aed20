import type { RankingRow, RankingTable } from '@pitwall/bench/model';
import { factorText } from '@pitwall/bench/words';
import type { Messages } from '../../messages/index.ts';
import { type Names, namesOf } from '../page/names.ts';

type Ranked = RankingRow & { outcome: Extract<RankingRow['outcome'], { kind: 'ranked' }> };

/** More leaders than this are counted, not named. */
const MOST_NAMED = 3;

/**
 * Frameworks that many readers know, to give a distance that means something to them. Without any of them in the
 * table, it is that of the row in the middle.
 */
const WELL_KNOWN: readonly string[] = ['go/gin', 'java/spring-boot', 'javascript/koa', 'ruby/sinatra'];

/** Returns the rows that compete, best first. */
export function rankedRows({ rows }: Pick<RankingTable, 'rows'>): Ranked[] {
  return rows.flatMap(({ outcome, ...row }) => (outcome.kind === 'ranked' ? [{ ...row, outcome }] : []));
}

/**
 * Says what a table proves: who leads, how far a well-known framework is behind, and how many pairs
 * differ. It claims nothing that the data leave open.
 */
export function answerOf(table: Pick<RankingTable, 'rows'>, { ranking }: Messages): string {
  const ranked = rankedRows(table);
  const [first] = ranked;
  if (first === undefined) return ranking.nobody;
  const nameOf = namesOf(table.rows);
  if (ranked.length === 1) return ranking.leadsAlone(nameOf(first));
  if (ranked.every(({ outcome }) => outcome.estimate.count < 2)) return ranking.fewBlocks;
  const leaders = ranked.filter(({ outcome }) => outcome.rank.best === 1);
  const names = sharedNames(leaders, ranked, nameOf);
  const proven = ranked.reduce((sum, { outcome }) => sum + outcome.behind.length, 0);
  const all = (ranked.length * (ranked.length - 1)) / 2;
  const more = names.length > MOST_NAMED + 1 ? names.length - MOST_NAMED : 0;
  const known = wellKnown(ranked);
  return ranking.answer({
    leaders: more > 0 ? names.slice(0, MOST_NAMED) : names,
    more,
    example: known && {
      name: nameApart(known, ranked, nameOf),
      times: factorText(known.outcome.factor as number),
    },
    proven,
    all,
  });
}

/** Names of the leaders; variants are named only where others of the same target do not lead. */
function sharedNames(leaders: readonly Ranked[], ranked: readonly Ranked[], nameOf: Names): string[] {
  const leads = new Set(leaders);
  const whole = (row: Ranked): boolean =>
    ranked.every((other) => other.target !== row.target || leads.has(other));
  return [...new Set(leaders.map((row) => nameOf(whole(row) ? withoutVariant(row) : row)))];
}

/** The variant is named only where it is proven to differ from another of its target. */
function nameApart(row: Ranked, ranked: readonly Ranked[], nameOf: Names): string {
  const place = ranked.indexOf(row);
  const apart = ranked.some(
    (other, at) =>
      other.target === row.target &&
      (other.outcome.behind.includes(place) || row.outcome.behind.includes(at)),
  );
  return nameOf(apart ? row : withoutVariant(row));
}

const withoutVariant = (row: Ranked): Ranked => ({ ...row, variant: 'default' });

/** A row whose distance to the best one is proven. */
function wellKnown(ranked: readonly Ranked[]): Ranked | null {
  const behind = ranked.filter(({ outcome }) => outcome.behind.includes(0) && outcome.factor !== null);
  const known = WELL_KNOWN.flatMap((target) => behind.find((row) => row.target === target) ?? []);
  return known[0] ?? behind[Math.floor(behind.length / 2)] ?? null;
}
