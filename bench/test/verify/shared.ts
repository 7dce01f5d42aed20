import { readSharedData } from '../../src/catalog/shared-data.ts';
import { accountRows } from '../../src/scenarios/tables/accounts.ts';
import { type Clock, systemClock } from '../../src/util/clock.ts';
import { repository } from '../../src/util/repository.ts';

export const allData = readSharedData(repository);

/** The same with fewer accounts: a list of 300 kB a hundred times over would be most of the suite's time. */
export const data = allData.with(accountRows, allData.of(accountRows).slice(0, 60));

/** Real time, but sleeping costs nothing: the clock jumps. */
export function jumpingClock(): Clock {
  let jumped = 0;
  return {
    now: () => systemClock.now() + jumped,
    elapsed: () => systemClock.elapsed() + jumped,
    async sleep(milliseconds) {
      jumped += milliseconds;
    },
  };
}
