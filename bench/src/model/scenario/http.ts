export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export interface ScenarioRequest {
  method: 'GET' | 'POST';
  /** Path with query, percent-encoded, as it goes on the wire. */
  path: string;
  /** JSON, sent as `application/json`; `{nonce}` in it is replaced by digits of each request's own. */
  body?: string;
}
