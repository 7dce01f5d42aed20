import type { LoadMark } from './probe-judge.ts';

/** Counts of rows before and after a load of inserts. */
export interface RowsReconciliation {
  /** Count of `countRows` just before `startProbes`. */
  rowsBefore: number;
  /** Count of `countRows` just after `stop`. */
  rowsAfter: number;
  /** Number of distinct ids after the load. */
  distinctIds: number;
  /** Responses with status 201 that the loader counted, or all below 400 if it does not count by status. */
  loaderRequests201: number;
  /** `inserts` of the probes' report. */
  probeInserts: number;
  /** Connections of the load shape. */
  connections: number;
  /** Requests of the load that ended in an error; each may or may not have added a row. */
  errors: number;
}

const number = (value: number): string => value.toLocaleString('en');

/**
 * Checks that the table has one row per 201 and one id per row. Requests in flight when the loader closed its
 * connections may have added a row too, at the end of the warm-up as well as of the load. Pure: figures in,
 * marks out.
 */
export function reconcileRows(facts: RowsReconciliation): LoadMark[] {
  const { rowsBefore, rowsAfter, distinctIds, loaderRequests201, probeInserts, connections, errors } = facts;
  const marks: LoadMark[] = [];
  const grown = rowsAfter - rowsBefore - probeInserts;
  const uncertain = 2 * connections + errors;
  if (grown < loaderRequests201 || grown > loaderRequests201 + uncertain) {
    const detail =
      `the table has ${number(grown)} rows of the load, the loader counted ${number(loaderRequests201)} responses ` +
      `with 201 (${number(uncertain)} more may have been in flight at an end)`;
    marks.push({ code: 'rows-mismatch', detail });
  }
  if (distinctIds !== rowsAfter) {
    const detail = `of ${number(rowsAfter)} rows, ${number(distinctIds)} have a unique id`;
    marks.push({ code: 'rows-mismatch', detail });
  }
  return marks;
}
