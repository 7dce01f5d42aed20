/** What the harness itself adds to a database's counters, subtracted to leave that of the server under test. */
export interface HarnessCounts {
  queries: number;
  rowsRead: number;
  rowsWritten: number;
}

export function noHarnessCounts(): HarnessCounts {
  return { queries: 0, rowsRead: 0, rowsWritten: 0 };
}
