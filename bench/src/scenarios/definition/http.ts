export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export interface ScenarioRequest {
  method: 'GET' | 'POST';
  /** Path with query, percent-encoded as sent. */
  path: string;
  /** JSON, sent as `application/json`; each request replaces `{nonce}` by digits of its own. */
  body?: string;
}

export interface ExpectedResponse {
  status: number;
  /** Media type without parameters. */
  contentType: 'text/plain' | 'application/json';
  /** JSON is compared as a value, text byte for byte. `null` if the body is not constant. */
  body: JsonValue;
}

export const HEALTH_PATH = '/healthz';
