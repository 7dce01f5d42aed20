import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SharedData } from '../model/index.ts';
import type { Repository } from '../util/repository.ts';

/** What servers and harness make their bodies of: the same files. */
export function readSharedData(repository: Repository): SharedData {
  const read = (name: string): string => readFileSync(join(repository.shared, name), 'utf8');
  return {
    sentence: read('sentence.txt').trimEnd(),
    assets: JSON.parse(read('assets.json')) as SharedData['assets'],
    menus: JSON.parse(read('sys_menu.json')) as SharedData['menus'],
    accounts: JSON.parse(read('accounts.json')) as SharedData['accounts'],
    users: JSON.parse(read('users.json')) as SharedData['users'],
  };
}
