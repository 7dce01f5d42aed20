/** Counts the requests of a server that is one process. */
export function localCounter() {
  let requests = 0;
  return {
    add: () => requests++,
    total: async () => requests,
    ready: async () => true,
  };
}
