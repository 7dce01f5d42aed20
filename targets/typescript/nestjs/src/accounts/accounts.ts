export interface NewAccount {
  register_date: Date;
  name: string;
  password: string;
  nick_name: string;
  introduction: string;
  status: number;
}

export interface Account extends Omit<NewAccount, 'password'> {
  id: number;
  created_at: Date;
  updated_at: Date;
}

/**
 * The table `accounts`. Connects at the first query, so that the server starts without its database; where
 * none is configured, every call fails.
 */
export abstract class Accounts {
  abstract all(): Promise<Account[]>;
  abstract find(id: number): Promise<Account | undefined>;
  abstract add(account: NewAccount): Promise<Account>;
}
