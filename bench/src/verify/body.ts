import type { JsonValue } from '../model/index.ts';
import { type Difference, differences, isObject, MAX_DIFFERENCES, renderDifferences } from './diff.ts';
import { isInstant } from './instant.ts';
import { parseStrictJson, type StrictJson } from './json.ts';
import { type Asked, fail, pass, skip, type Verdict } from './verdict.ts';

/** Bodies against the contract. A fault that a check of its own names keeps the general `body` check out of it. */

const MAX_SHOWN_BODY = 300;
/** Enough to see every fault of the largest body, so that each is put down to the right check. */
const ALL_DIFFERENCES = 10_000;

export function showBody(body: Buffer): string {
  const text = body.subarray(0, MAX_SHOWN_BODY).toString('utf8');
  return body.length > MAX_SHOWN_BODY ? `${text} … (${body.length} bytes)` : text;
}

export function judgeTextBody(expected: string, body: Buffer): Verdict {
  if (body.equals(Buffer.from(expected))) return pass('body');
  return fail('body', 'the text is not byte for byte the contract’s', {
    expected: JSON.stringify(expected),
    seen: JSON.stringify(showBody(body)),
  });
}

export function judgeJsonBody(asked: Asked, body: Buffer): Verdict[] {
  let json: StrictJson;
  try {
    json = parseStrictJson(body);
  } catch (error) {
    const summary = `the body is ${(error as Error).message}`;
    return [
      fail('json', summary, { expected: 'JSON in UTF-8', seen: showBody(body) }),
      skip('body', 'not judged: it is no JSON'),
    ];
  }
  if (json.duplicateKeys.length > 0) {
    const keys = json.duplicateKeys.slice(0, MAX_DIFFERENCES).join(', ');
    return [
      fail('json', `a key is there twice: ${keys}`, { expected: 'each key once', seen: showBody(body) }),
      skip('body', 'not judged: which of the two values counts?'),
    ];
  }
  return [pass('json'), ...judgeValue(asked, json)];
}

function judgeValue(asked: Asked, json: StrictJson): Verdict[] {
  const expected = asked.expected.body;
  if (asked.scenario === 'counter') return [judgeCounter(json.value)];
  if (expected === null) return [];
  if (asked.scenario === 'asset') return judgeAsset(asked, expected, json.value);
  if (asked.scenario === 'menus') return judgeMenus(expected, json);
  return [judgeWhole(differences(expected, json.value))];
}

function judgeWhole(found: readonly Difference[]): Verdict {
  if (found.length === 0) return pass('body');
  return differing('body', 'the body is not the contract’s', found);
}

function differing(check: string, summary: string, found: readonly Difference[]): Verdict {
  const first = found[0];
  const show = (value: JsonValue | undefined): string =>
    value === undefined ? 'nothing' : JSON.stringify(value).slice(0, MAX_SHOWN_BODY);
  return fail(check, `${summary}${first && first.path !== '' ? ` at ${first.path}` : ''}`, {
    expected: first ? show(first.expected) : null,
    seen: first ? show(first.seen) : null,
    diff: renderDifferences(found.slice(0, MAX_DIFFERENCES)),
  });
}

/** n of `{"code":200,"message":n}`, or `null` where the body is not that. */
export function countOf(value: JsonValue): number | null {
  if (!isObject(value) || Object.keys(value).length !== 2 || value.code !== 200) return null;
  const n = value.message;
  return typeof n === 'number' && Number.isSafeInteger(n) && n >= 0 ? n : null;
}

function judgeCounter(value: JsonValue): Verdict {
  if (countOf(value) !== null) return pass('body');
  return fail('body', 'the body is no count', {
    expected: '{"code":200,"message":n}, n a whole number',
    seen: JSON.stringify(value).slice(0, MAX_SHOWN_BODY),
  });
}

function judgeAsset(asked: Asked, expected: JsonValue, seen: JsonValue): Verdict[] {
  const found = differences(expected, seen);
  const other =
    found.length > 0 && asked.data.assets.find((asset) => differences({ ...asset }, seen).length === 0);
  if (!other) return [pass('distinct'), judgeWhole(found)];
  return [
    differing('distinct', `answered with asset ${other.id}`, found),
    skip('body', 'not judged: it is another asset'),
  ];
}

function judgeMenus(expected: JsonValue, json: StrictJson): Verdict[] {
  const rows = rowsOf(expected);
  const seen = rowsOf(json.value);
  if (!rows || !seen) return [judgeWhole(differences(expected, json.value))];
  if (rows.length !== seen.length) {
    return [
      fail('rows', `${seen.length} rows instead of ${rows.length}`, {
        expected: `${rows.length} rows`,
        seen: `${seen.length} rows`,
        diff: renderDifferences(differences(expected, json.value)),
      }),
      skip('body', 'not judged: the number of rows is wrong'),
    ];
  }
  const [ids, seenIds] = [rows.map(idOf), seen.map(idOf)];
  const sorted = (list: readonly string[]): string => JSON.stringify([...list].sort());
  if (JSON.stringify(ids) !== JSON.stringify(seenIds) && sorted(ids) === sorted(seenIds)) {
    return [
      pass('rows'),
      fail('order', 'the rows are not in order of id', {
        expected: ids.join(', '),
        seen: seenIds.join(', '),
      }),
      skip('body', 'not judged: the order is wrong'),
    ];
  }
  const found = differences(expected, json.value, ALL_DIFFERENCES);
  const isId = ({ path, seen: value }: Difference): boolean =>
    /^data\[\d+\]\.id$/.test(path) && value !== undefined && typeof value !== 'string';
  const isDate = ({ expected: value, seen: other }: Difference): boolean =>
    typeof value === 'string' && isInstant(value) && other !== undefined;
  const wrongIds = found.filter(isId);
  const wrongDates = found.filter(isDate);
  const rest = found.filter((difference) => !isId(difference) && !isDate(difference));
  const rounded = json.unsafeIntegers.length > 0 ? ', and one is beyond what 53 bits hold' : '';
  return [
    pass('rows'),
    pass('order'),
    wrongIds.length > 0 ? differing('ids', `ids are not strings${rounded}`, wrongIds) : pass('ids'),
    wrongDates.length > 0 ? differing('instants', 'not the same instant', wrongDates) : pass('instants'),
    judgeWhole(rest),
  ];
}

function rowsOf(value: JsonValue): JsonValue[] | null {
  return isObject(value) && Array.isArray(value.data) ? value.data : null;
}

function idOf(row: JsonValue): string {
  return isObject(row) && (typeof row.id === 'string' || typeof row.id === 'number') ? String(row.id) : '';
}
