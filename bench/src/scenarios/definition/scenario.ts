import type { Random } from '../../util/random.ts';
import type { ExpectedResponse, JsonValue, ScenarioRequest } from './http.ts';
import type { SharedData, SharedFile } from './shared-data.ts';
import type { Table } from './table.ts';

/**
 * What one file of `scenarios/` says: the exact request, the exact response, what a load draws and where the rows
 * come from. Verifier, loaders, databases, the tables of `targets/CONTRACT.md` and the site all read it; nothing
 * asks for a scenario by its id to know how to treat it.
 */
export type Definition<Id extends string = string> = Facts<Id> & Storage & Body;

export const databaseKinds = ['postgresql', 'mysql', 'mongodb'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

interface Facts<Id extends string> {
  id: Id;
  /** Goes up when request, response or drawing changes: figures of two versions are never compared. */
  version: number;
  title: string;
  /** One sentence for the contract and the site. */
  summary: string;
  /** The request as the contract's table shows it, with `{placeholders}` for what a load draws. */
  route: string;
  /** The response as the contract's table shows it. */
  answer: string;
  /** The file of `targets/shared` that the bodies are made from; those of a table are the table's. */
  shared?: SharedFile<unknown>;
  /** The response holds rows that other scenarios add to the table. */
  grows?: true;
  /** One response keeps a connection busy for long: the check of the pool needs few of them. */
  large?: true;
  /** Requests beside those of the load that must be refused. */
  refused?: Refusals;
  /** The distinct requests that a load draws from: one where every request is the same. */
  requests(data: SharedData): ScenarioRequest[];
  expected(request: ScenarioRequest, data: SharedData): ExpectedResponse;
}

type Storage = { database: null; table?: never } | { database: DatabaseKind; table: Table };

/**
 * What the body is, and so which checks judge it: `text` byte for byte; `object` one constant JSON value; `one` an
 * object chosen by its id; `rows` a list, bare or in `data`, in order of id; `count` the counter's; `created` a row
 * that the request has added.
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

/** Each request adds a row. */
export interface Inserts {
  /**
   * Keys of the response that the server makes: `id`, a whole number that no other row has; `instant`, its clock
   * when it handled the request. They are not in the expected body.
   */
  generated: Readonly<Record<string, 'id' | 'instant'>>;
  /** The column with a text of each request's own; unusual texts are tried in it. */
  text: string;
  /** Values in place of the request's own that a careless server changes. */
  values: readonly Readonly<Record<string, JsonValue>>[];
}
