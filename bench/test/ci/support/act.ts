import { CHECKERS_NEXT, findChecker } from '../../../src/ci/checkers.ts';
import { which } from '../../../src/process/which.ts';
import { repository } from '../../../src/util/repository.ts';
import { skipWithoutWrk } from '../../measure/support/bench.ts';

const found = findChecker(repository, 'act');
const required = process.env.PITWALL_CHECKERS === 'required';

/** Why tests that run workflows by act are skipped here; `false` if they run. */
export const skipWithoutAct =
  found === null
    ? !required && `no act on this machine: ${CHECKERS_NEXT}`
    : which('go') === null
      ? 'no Go on this machine: the small targets are written in it'
      : skipWithoutWrk;

/** The command of act, for tests that `skipWithoutAct` does not skip. */
export const act = found as string;
