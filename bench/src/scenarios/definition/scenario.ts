import type { Random } from '../../util/random.ts';
import type { DatabaseKind } from './databases.ts';
import type { ExpectedResponse, JsonValue, ScenarioRequest } from './http.ts';
import type { SharedData, SharedFile } from './shared-data.ts';
import type { Table } from './table.ts';

/**
 * The content of one file of `scenarios/`: the exact request and response, what a load draws, and where the
 * rows come from. Verifier, loaders, databases, the tables of `targets/CONTRACT.md` and the site all read it.
 * No code depends on the id of a scenario to know how to treat it.
 */
export type Definition<Id extends string = string> = Facts<Id> & Storage & Body;

interface Facts<Id extends string> {
  id: Id;
  /** Increase it when request, response or draw changes: figures of different versions are never compared. */
  version: number;
  title: string;
  /** One-sentence description for the contract and the site. */
  summary: string;
  /** The request as shown in the contract's table, with `{placeholders}` for what a load draws. */
  route: string;
  /** The response as shown in the contract's table. */
  answer: string;
  /** The file of `targets/shared` that the bodies are made from, unless they come from the table. */
  shared?: SharedFile<unknown>;
  /** The response holds rows that other scenarios add to the table. */
  grows?: true;
  /** One response keeps a connection busy for long, so the check of the pool needs few of them. */
  large?: true;
  /** Requests that the server must refuse; no load sends them. */
  refused?: Refusals;
  /** Returns the distinct requests that a load draws from, or one if all requests are equal. */
  requests(data: SharedData): ScenarioRequest[];
  /** Further requests that the verifier sends: a load that drew them would be another version. */
  alsoAnswered?(data: SharedData): ScenarioRequest[];
  expected(request: ScenarioRequest, data: SharedData): ExpectedResponse;
}

type Storage = { database: null; table?: never } | { database: DatabaseKind; table: Table };

/**
 * The kind of body, which determines its checks: `text` is compared byte for byte, `object` is one constant
 * JSON value, `one` an object chosen by its id, `rows` a list in order of id (bare or in `data`), `count` the
 * counter's value, and `created` a row that the request added.
 */
export type BodyKind = Body['body'];
type Body =
  | { body: 'text' | 'object' | 'one' | 'rows' | 'count'; inserts?: never }
  | { body: 'created'; inserts: Inserts };

interface Refusals {
  /** The name of the check. */
  check: string;
  status: 400 | 404;
  /** The contract leaves the text of `message` to the server. */
  anyMessage?: true;
  requests(data: SharedData, random: Random): ScenarioRequest[];
}

/** A scenario of which each request adds a row. */
export interface Inserts {
  /**
   * Keys of the response that the server generates: `id` is a whole number that no other row has; `instant`
   * is the server's time when it handled the request. The expected body does not contain them.
   */
  generated: Readonly<Record<string, 'id' | 'instant'>>;
  /** The column whose text differs in each request; the verifier tries unusual texts in it. */
  text: string;
  /** Replacements for values of the request, chosen because a careless server changes them. */
  values: readonly Readonly<Record<string, JsonValue>>[];
}
