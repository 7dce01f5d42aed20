import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WRK_MARKER } from '../../../src/load/wrk-script.ts';
import type { FoundTool } from '../../../src/measure/bench.ts';
import type { MadeRepository } from './repository.ts';

/** What a loader may do instead of its work. */
const faults = {
  'killed in the middle': 'sleep 0.3; kill -KILL $$',
  rubbish: `echo 'Running 1s test'; head -c 4000 /dev/urandom`,
  'half a report': `printf '${WRK_MARKER}{"requests":12,"dura'`,
  'no request': `echo '${WRK_MARKER}${JSON.stringify(emptyReport())}'`,
} as const;
export type Fault = keyof typeof faults;

/** A wrk that goes wrong in the calls that are named, the first being 1, and is the real one in all others. */
export function fakeWrk(made: MadeRepository, real: FoundTool, wrong: Record<number, Fault>): FoundTool {
  const path = join(made.repository.root, 'state', 'wrk');
  const cases = Object.entries(wrong).map(([call, fault]) => `${call}) ${faults[fault]}; exit ;;`);
  const calls = `${path}.calls`;
  writeFileSync(
    path,
    [
      '#!/bin/sh',
      `echo call >> ${calls}`,
      `case $(grep -c call ${calls}) in`,
      ...cases,
      'esac',
      `exec ${real.path} "$@"`,
    ].join('\n'),
    { mode: 0o755 },
  );
  return { path, version: real.version };
}

function emptyReport(): object {
  const none = { samples: 0, minMicroseconds: null, meanNanoseconds: null, maxMicroseconds: null };
  const percentiles = {
    p50Microseconds: null,
    p90Microseconds: null,
    p99Microseconds: null,
    p999Microseconds: null,
  };
  return {
    requests: 0,
    durationMicroseconds: 1_000_000,
    bytes: 0,
    errors: { connect: 0, read: 0, write: 0, timeout: 0, status: 0 },
    latency: { ...none, stdevNanoseconds: null, ...percentiles },
  };
}
