import { readFileSync } from 'node:fs';
import type { SharedData } from '../../src/model/index.ts';
import { type Clock, systemClock } from '../../src/util/clock.ts';

const shared = new URL('../../../targets/shared/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, shared), 'utf8');

/** The bodies' data as targets read them. */
export const allData: SharedData = {
  sentence: read('sentence.txt').trimEnd(),
  assets: JSON.parse(read('assets.json')),
  menus: JSON.parse(read('sys_menu.json')),
  accounts: JSON.parse(read('accounts.json')),
  users: JSON.parse(read('users.json')),
};

/** The same with fewer accounts: a list of 300 kB a hundred times over would be most of the suite's time. */
export const data: SharedData = { ...allData, accounts: allData.accounts.slice(0, 60) };

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
