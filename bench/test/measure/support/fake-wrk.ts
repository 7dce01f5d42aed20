import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WRK_MARKER } from '../../../src/load/wrk-script.ts';
import type { LoaderProgram } from '../../../src/measure/bench.ts';
import type { MadeRepository } from './repository.ts';

/** What a loader may do instead of its work. */
const faults = {
  'killed in the middle': 'sleep 0.3; kill -KILL $$',
  rubbish: `echo 'Running 1s test'; head -c 4000 /dev/urandom`,
  'half a report': `printf '${WRK_MARKER}{"requests":12,"dura'`,
  'no request': `trap '' INT; sleep 1; echo '${WRK_MARKER}${JSON.stringify(emptyReport())}'`,
} as const;
export type Fault = keyof typeof faults;

interface FakeWrk extends LoaderProgram {
  /** What the next loads do in place of their work, one each; after them it is the real one again. */
  goWrong(...next: Fault[]): void;
}

export function fakeWrk(made: MadeRepository, real: LoaderProgram): FakeWrk {
  const path = join(made.repository.root, 'state', 'wrk');
  const queue = `${path}.faults`;
  const cases = Object.entries(faults).map(([fault, does]) => `'${fault}') ${does}; exit ;;`);
  writeFileSync(queue, '');
  writeFileSync(
    path,
    [
      '#!/bin/sh',
      `fault=$(head -n 1 ${queue})`,
      `sed -i 1d ${queue}`,
      'case "$fault" in',
      ...cases,
      'esac',
      `exec ${real.path} "$@"`,
    ].join('\n'),
    { mode: 0o755 },
  );
  return {
    path,
    version: real.version,
    goWrong: (...next) => writeFileSync(queue, next.map((fault) => `${fault}\n`).join('')),
  };
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
