import type { WrongServer } from './changes.ts';
import { wrongInserts } from './wrong-inserts.ts';
import { wrongPools } from './wrong-pools.ts';
import { wrongReads } from './wrong-reads.ts';
import { wrongResponses } from './wrong-responses.ts';

/** Each is wrong in one thing, and names the checks that must fail: exactly these, no others. */
export const wrongServers: Record<string, WrongServer> = {
  ...wrongResponses,
  ...wrongInserts,
  ...wrongReads,
  ...wrongPools,
};
