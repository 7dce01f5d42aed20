import type { LoadMark } from './probe-judge.ts';

/** Rows in the table, before and after a load of inserts. Pure: figures in, marks out. */
export interface RowsReconciliation {
  /** From `countRows` just before `startProbes`. */
  rowsBefore: number;
  /** From `countRows` just after `stop`. */
  rowsAfter: number;
  /** How many of the ids after the load differ. */
  distinctIds: number;
  /** Responses with status 201 that the loader counted; where it cannot tell, all below 400. */
  loaderRequests201: number;
  /** `inserts` of the probes' report. */
  probeInserts: number;
  /** Of the load shape. */
  connections: number;
  /** Requests of the load that ended in an error: a row may have come of each, or none. */
  errors: number;
}

const number = (value: number): string => value.toLocaleString('en');

/**
 * A row for each 201, and an id for each row. Requests that were under way when the loader closed its connections
 * may have come to a row of their own: those of the load, and those of the warm-up before it.
 */
export function reconcileRows(facts: RowsReconciliation): LoadMark[] {
  const { rowsBefore, rowsAfter, distinctIds, loaderRequests201, probeInserts, connections, errors } = facts;
  const marks: LoadMark[] = [];
  const grown = rowsAfter - rowsBefore - probeInserts;
  const uncertain = 2 * connections + errors;
  if (grown < loaderRequests201 || grown > loaderRequests201 + uncertain) {
    const detail =
      `the table has ${number(grown)} rows of the load, the loader counted ${number(loaderRequests201)} responses ` +
      `of 201 (${number(uncertain)} more may have been under way at an end)`;
    marks.push({ code: 'rows-mismatch', detail });
  }
  if (distinctIds !== rowsAfter) {
    const detail = `of ${number(rowsAfter)} rows, ${number(distinctIds)} have an id of their own`;
    marks.push({ code: 'rows-mismatch', detail });
  }
  return marks;
}
