import type { JsonValue, Scenario, Table } from '../../model/index.ts';
import type { StrictJson } from '../http/strict-json.ts';
import { type CheckOutcome, fail, MAX_SHOWN, pass } from './check-outcome.ts';
import { type Difference, MAX_DIFFERENCES, renderDifferences } from './diff.ts';
import { isInstant } from './instant.ts';

/** Assigns each difference between rows to the check of its kind, and all others to `body`. */

const ID_PATH = /^(?:(?:data)?\[\d+\]\.)?id$/;

export function judgeFields(
  { table }: Pick<Scenario, 'table'>,
  found: readonly Difference[],
  json: StrictJson,
): CheckOutcome[] {
  // Without a database, no driver converts values, so only the body as a whole is judged.
  if (!table) return [judgeWhole(found)];
  const { ids = [], instants = [], hidden = [], body = [] } = Object.groupBy(found, kindOf(table));
  const type = ids.length > 0 && typeof ids[0]?.expected === 'number' ? 'numbers' : 'strings';
  const rounded = json.unsafeIntegers.length > 0 ? ', and one exceeds 53 bits' : '';
  return [
    ids.length > 0 ? differing('ids', `ids are not ${type}${rounded}`, ids) : pass('ids'),
    instants.length > 0 ? differing('instants', 'not the same instant', instants) : pass('instants'),
    ...(table.hidden ? [judgeHidden(hidden)] : []),
    judgeWhole(body),
  ];
}

type Kind = 'ids' | 'instants' | 'hidden' | 'body';

const kindOf =
  ({ hidden = [] }: Table) =>
  ({ path, kind, expected, seen }: Difference): Kind => {
    if (ID_PATH.test(path) && seen !== undefined && typeof seen !== typeof expected) return 'ids';
    if (typeof expected === 'string' && isInstant(expected) && seen !== undefined) return 'instants';
    return kind === 'unexpected' && hidden.includes(path.split('.').at(-1) ?? '') ? 'hidden' : 'body';
  };

function judgeHidden(found: readonly Difference[]): CheckOutcome {
  if (found.length === 0) return pass('hidden');
  return differing('hidden', 'a response contains a hidden column', found, 'no such key');
}

export function judgeWhole(found: readonly Difference[]): CheckOutcome {
  if (found.length === 0) return pass('body');
  return differing('body', 'the body differs from the contract’s', found);
}

export function differing(
  check: string,
  summary: string,
  found: readonly Difference[],
  nothing = 'nothing',
): CheckOutcome {
  const first = found[0];
  const show = (value: JsonValue | undefined): string =>
    value === undefined ? nothing : JSON.stringify(value).slice(0, MAX_SHOWN);
  return fail(check, `${summary}${first && first.path !== '' ? ` at ${first.path}` : ''}`, {
    expected: first ? show(first.expected) : null,
    seen: first ? show(first.seen) : null,
    diff: renderDifferences(found.slice(0, MAX_DIFFERENCES)),
  });
}
