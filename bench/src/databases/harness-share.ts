/** The harness's share of a database's counters, subtracted to leave that of the server under test. */
export interface HarnessShare {
  queries: number;
  rowsRead: number;
  rowsWritten: number;
}

export function noShare(): HarnessShare {
  return { queries: 0, rowsRead: 0, rowsWritten: 0 };
}
