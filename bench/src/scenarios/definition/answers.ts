import type { ExpectedResponse, JsonValue, ScenarioRequest } from './http.ts';

/** Helpers that most scenarios use. */

export const get = (path: string): ScenarioRequest => ({ method: 'GET', path });

export const jsonResponse = (status: number, body: JsonValue | null): ExpectedResponse => ({
  status,
  contentType: 'application/json',
  body,
});

export const notFoundJson = (): ExpectedResponse => jsonResponse(404, { code: 404, message: 'not found' });

/** An id that no integer of 64 bits holds: no row has it, and some drivers refuse it. */
export const BEYOND_64_BITS = '99999999999999999999';
