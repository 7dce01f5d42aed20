import type { SharedData } from '../../../src/model/index.ts';
import { assets } from '../../../src/scenarios/asset.ts';
import { sentence } from '../../../src/scenarios/json-large.ts';
import { menuRows } from '../../../src/scenarios/menus.ts';
import { accountRows } from '../../../src/scenarios/tables/accounts.ts';
import { userDocuments } from '../../../src/scenarios/users.ts';

/** The shared data as a target has read it: by what it needs for itself. */
export type PlainData = ReturnType<typeof plainData>;

export function plainData(data: SharedData) {
  return {
    sentence: data.of(sentence),
    assets: data.of(assets),
    menus: data.of(menuRows),
    accounts: data.of(accountRows),
    users: data.of(userDocuments),
  };
}
