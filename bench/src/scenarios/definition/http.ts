export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export interface ScenarioRequest {
  method: 'GET' | 'POST';
  /** Path with query, percent-encoded, as it goes on the wire. */
  path: string;
  /** JSON, sent as `application/json`; `{nonce}` in it is replaced by digits of each request's own. */
  body?: string;
}

export interface ExpectedResponse {
  status: number;
  /** Media type without parameters. */
  contentType: 'text/plain' | 'application/json';
  /** JSON is compared as a value, text byte for byte. `null` where the body is not a constant. */
  body: JsonValue;
}

export const HEALTH_PATH = '/healthz';
