import type {
  ExpectedResponse,
  JsonValue,
  MarkCode,
  Scenario,
  ScenarioRequest,
  SharedData,
  TableRow,
} from '../../model/index.ts';
import { judgeResponse } from '../checks/contract.ts';
import type { Exchange } from '../http/http-connection.ts';
import { type HttpResponse, headerValues } from '../http/response.ts';
import { parseStrictJson } from '../http/strict-json.ts';
import { isOneTextChanged } from '../judge/changed-text.ts';
import { differences } from '../judge/diff.ts';
import { holdsRow } from '../judge/rows.ts';
import { type Inserted, insertedOf, rowDifferences } from '../judge/stored-row.ts';

/** Judges the responses to probes sent under load. This module uses no sockets and no timers. */

export interface LoadMark {
  code: MarkCode;
  detail: string;
}

/** Sizes of the correct responses to one request, in bytes. */
export interface ResponseSizes {
  responses: number;
  /** Head, framing and body. */
  wire: { min: number; max: number };
  body: { min: number; max: number };
}

/** Phases of the row change. A probe that overlaps a change may see the row in either state. */
export const rowPhases = { seeded: 0, changing: 1, changed: 2, undoing: 3, restored: 4 } as const;
export type RowPhase = (typeof rowPhases)[keyof typeof rowPhases];

type RowState = 'seeded' | 'changed';

/** Longest detail of a mark, in characters. */
const MAX_DETAIL = 600;

interface Proven {
  contentType: string;
  body: Buffer;
}

export class ProbeJudge {
  readonly sizes = new Map<string, ResponseSizes>();
  judged = 0;
  /** How many bytes the changed row adds to a response; negative if the response shrinks. */
  changeBytes = 0;
  /** Probes answered with 201, if the scenario adds rows. */
  inserts = 0;
  /** Id of the row that changes, once known. */
  changedId: TableRow['id'] | null = null;
  readonly #scenario: Scenario;
  readonly #data: SharedData;
  readonly #marker: string;
  readonly #expected = new Map<string, ExpectedResponse>();
  readonly #proven = new Map<string, Proven>();
  readonly #marks = new Map<MarkCode, { detail: string; times: number }>();
  readonly #inserted = new Map<number, Inserted>();

  constructor(scenario: Scenario, data: SharedData, marker: string) {
    this.#scenario = scenario;
    this.#data = data;
    this.#marker = marker;
  }

  /** Judges one exchange. `before` and `after` are the phases at which it began and ended. */
  judge(request: ScenarioRequest, exchange: Exchange, before: RowPhase, after: RowPhase, now: number): void {
    this.judged++;
    if (exchange.outcome === 'failure') {
      this.#mark('errors', `a probe of ${request.path} got no response: ${exchange.failure.message}`);
      return;
    }
    if (this.#scenario.inserts) this.#keep(request, exchange.response);
    const state = this.#stateOf(request, exchange.response, now);
    if (state === null) return;
    this.#measure(request.path, exchange.response, state);
    const mayBeSeeded =
      before <= rowPhases.changing || after >= rowPhases.undoing || !this.#holdsRow(request);
    const mayBeChanged = after >= rowPhases.changing && before <= rowPhases.undoing;
    if (state === 'seeded' && !mayBeSeeded) {
      this.#mark('stale-row', `${request.path} still had the old row in a read that began after the change`);
    } else if (state === 'changed' && !mayBeChanged) {
      this.#mark(
        'stale-row',
        `${request.path} still had the changed row in a read that began after it was undone`,
      );
    }
  }

  /** Ids of the rows that the probes inserted. */
  get insertedIds(): number[] {
    return [...this.#inserted.keys()];
  }

  /** Judges the rows that the table holds for `insertedIds` after the load; `null` for a missing row. */
  judgeStored(rows: readonly (TableRow | null)[]): void {
    [...this.#inserted.values()].forEach((insert, index) => {
      const row = rows[index] ?? null;
      if (row === null) {
        this.#mark('rows-mismatch', `the row ${insert.id}, answered under load, is not in the table`);
        return;
      }
      const [found] = rowDifferences(this.#scenario, insert, row);
      if (!found) return;
      const [right, seen] = [found.expected, found.seen].map((value) => JSON.stringify(value ?? null));
      const detail = `the row ${insert.id} is not stored as it was answered: ${found.path} is ${seen}, not ${right}`;
      this.#mark('rows-mismatch', detail.slice(0, MAX_DETAIL));
    });
  }

  marks(): LoadMark[] {
    return [...this.#marks].map(([code, { detail, times }]) => ({
      code,
      detail: times === 1 ? detail : `${detail} (${times} of ${this.judged} probes)`,
    }));
  }

  #keep(request: ScenarioRequest, response: HttpResponse): void {
    if (response.status !== 201) return;
    this.inserts++;
    const inserted = insertedOf(request, response.body);
    if (!inserted) return;
    if (this.#inserted.has(inserted.id)) {
      this.#mark('rows-mismatch', `the id ${inserted.id} was answered twice`);
    }
    this.#inserted.set(inserted.id, inserted);
  }

  /** Returns the state of the row in the response; marks a wrong response and returns `null`. */
  #stateOf(request: ScenarioRequest, response: HttpResponse, now: number): RowState | null {
    const expected = this.#expectedFor(request);
    const known = this.#knownState(request, response, expected);
    if (known !== null) return known;
    const asked = { scenario: this.#scenario, body: this.#scenario.body, expected, data: this.#data };
    let state: RowState = 'seeded';
    const changed = this.#withMarker(expected.body, response.body);
    if (changed !== null) {
      state = 'changed';
      asked.expected = { ...expected, body: changed };
    }
    const wrong = judgeResponse(asked, response, now).find(({ check, fault }) => fault && check !== 'date');
    if (wrong?.fault) {
      const code = wrong.check === 'status' ? 'status-mismatch' : 'wrong-body-under-load';
      const { expected: right, seen } = wrong.fault;
      const detail = `${request.path}: ${wrong.fault.summary}; expected ${right ?? 'it'}, saw ${seen ?? 'another'}`;
      this.#mark(code, detail.slice(0, MAX_DETAIL));
      return null;
    }
    this.#prove(state, request, response);
    return state;
  }

  /**
   * Returns the state of a response that differs from one proven correct by nothing, or by the text that changed;
   * `null` if only parsing can tell. This keeps probes cheap.
   */
  #knownState(request: ScenarioRequest, response: HttpResponse, expected: ExpectedResponse): RowState | null {
    if (response.status !== expected.status || response.faults.length > 0) return null;
    const contentType = contentTypeOf(response);
    const proven = (state: RowState): Buffer | undefined => {
      const known = this.#proven.get(`${state} ${request.path}`);
      return known?.contentType === contentType ? known.body : undefined;
    };
    const { body } = response;
    const [seeded, changed] = [proven('seeded'), proven('changed')];
    if (seeded?.equals(body)) return 'seeded';
    if (changed?.equals(body)) return 'changed';
    if (!seeded || changed || !isOneTextChanged(seeded, body, this.#marker)) return null;
    this.#prove('changed', request, response);
    return 'changed';
  }

  #prove(state: RowState, request: ScenarioRequest, response: HttpResponse): void {
    if (this.#scenario.body === 'count' || this.#scenario.inserts) return;
    const { body } = response;
    this.#proven.set(`${state} ${request.path}`, { contentType: contentTypeOf(response), body });
  }

  #expectedFor(request: ScenarioRequest): ExpectedResponse {
    if (this.#scenario.inserts) return this.#scenario.expected(request, this.#data);
    const known = this.#expected.get(request.path);
    if (known) return known;
    const expected = this.#scenario.expected(request, this.#data);
    this.#expected.set(request.path, expected);
    return expected;
  }

  /** Returns the body if it equals the expected one except for the marker in one text, else `null`. */
  #withMarker(expected: JsonValue | string | null, body: Buffer): JsonValue | null {
    if (expected === null || typeof expected === 'string' || !body.includes(this.#marker)) return null;
    try {
      const { value } = parseStrictJson(body);
      const [found, ...others] = differences(expected, value);
      if (
        !found ||
        others.length > 0 ||
        typeof found.seen !== 'string' ||
        !found.seen.includes(this.#marker)
      ) {
        return null;
      }
      return value;
    } catch {
      return null;
    }
  }

  /** Whether the response to `request` contains the row that changes; true if not known yet. */
  #holdsRow(request: ScenarioRequest): boolean {
    return this.changedId === null || holdsRow(this.#expectedFor(request).body, this.changedId);
  }

  #measure(path: string, response: HttpResponse, state: RowState): void {
    const { wireBytes } = response;
    const old = this.sizes.get(path);
    if (state === 'changed') {
      if (old) this.changeBytes = wireBytes - old.wire.max;
      return;
    }
    const range = (known: { min: number; max: number } | undefined, bytes: number) => ({
      min: Math.min(known?.min ?? bytes, bytes),
      max: Math.max(known?.max ?? bytes, bytes),
    });
    this.sizes.set(path, {
      responses: (old?.responses ?? 0) + 1,
      wire: range(old?.wire, wireBytes),
      body: range(old?.body, response.body.length),
    });
  }

  #mark(code: MarkCode, detail: string): void {
    const mark = this.#marks.get(code);
    if (mark) mark.times++;
    else this.#marks.set(code, { detail, times: 1 });
  }
}

function contentTypeOf(response: HttpResponse): string {
  return headerValues(response, 'content-type').join();
}
