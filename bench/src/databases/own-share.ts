/**
 * What the harness itself made a server count, which counts everybody's: taken off, so that what is left is the
 * work of the server under test.
 */
export interface OwnShare {
  queries: number;
  rowsRead: number;
  rowsWritten: number;
}

export function noShare(): OwnShare {
  return { queries: 0, rowsRead: 0, rowsWritten: 0 };
}
