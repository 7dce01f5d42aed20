import type { JsonValue, Scenario, Table } from '../../model/index.ts';
import type { StrictJson } from '../http/json.ts';
import { type Difference, MAX_DIFFERENCES, renderDifferences } from './diff.ts';
import { isInstant } from './instant.ts';
import { type CheckOutcome, fail, MAX_SHOWN, pass } from './verdict.ts';

/** Differences between rows, each put down to the check that names its kind; the rest is the `body`'s. */

const ID_PATH = /^(?:(?:data)?\[\d+\]\.)?id$/;

export function judgeFields(
  { table }: Pick<Scenario, 'table'>,
  found: readonly Difference[],
  json: StrictJson,
): CheckOutcome[] {
  // Values that come from no database are like any others: no driver has turned them into something else.
  if (!table) return [judgeWhole(found)];
  const { ids = [], instants = [], hidden = [], body = [] } = Object.groupBy(found, kindOf(table));
  const type = ids.length > 0 && typeof ids[0]?.expected === 'number' ? 'numbers' : 'strings';
  const rounded = json.unsafeIntegers.length > 0 ? ', and one is beyond what 53 bits hold' : '';
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
  return differing('hidden', 'a response carries what no client should see', found, 'no such key');
}

export function judgeWhole(found: readonly Difference[]): CheckOutcome {
  if (found.length === 0) return pass('body');
  return differing('body', 'the body is not the contract’s', found);
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
