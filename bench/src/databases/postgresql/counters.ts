import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Table } from '../../model/index.ts';
import type { DatabaseCounters } from '../database.ts';
import { APPLICATION_NAME } from './client.ts';

/**
 * A backend flushes its counts to the shared statistics when it becomes idle, but at most once a second. It
 * flushes the rest 10 s later (PGSTAT_IDLE_INTERVAL in PostgreSQL's pgstat.c), or at once when its connection
 * ends. So the counts of a running server are complete only after each of its connections has been idle that
 * long.
 */
const HELD_BACK_SECONDS = 10.5;
const POLL_MILLISECONDS = 100;
const GIVE_UP_MILLISECONDS = 13_000;

interface CounterRow {
  transactions: string;
  rows_read: string;
  rows_written: string;
  since: string;
  pending: string;
}

/**
 * Reads the counters once no backend holds counts back. That takes no time after the server under test has
 * ended, but some 10 s while it runs: call this before the server starts and after it has stopped.
 */
export async function readPostgresqlCounters(
  client: pg.Client,
  tables: readonly Table[],
): Promise<DatabaseCounters> {
  await client.query('set stats_fetch_consistency = none').catch(() => {}); // Since PostgreSQL 15.
  const names = tables.map(({ name }) => name);
  const until = performance.now() + GIVE_UP_MILLISECONDS;
  for (;;) {
    const { rows } = await client.query<CounterRow>(QUERY, [APPLICATION_NAME, HELD_BACK_SECONDS, names]);
    const row = rows[0] as CounterRow;
    if (row.pending === '0' || performance.now() > until) {
      return {
        queries: Number(row.transactions),
        rowsRead: Number(row.rows_read),
        rowsWritten: Number(row.rows_written),
        since: Number(row.since),
      };
    }
    await delay(POLL_MILLISECONDS);
  }
}

/** Selects the clients of this database other than the harness. */
const OTHERS = `
  select state, state_change from pg_stat_activity
  where backend_type = 'client backend' and datname = current_database() and application_name <> $1`;

/**
 * Counts only rows of the scenarios' tables: each connection reads hundreds of rows of the catalogue, which
 * would hide a server that reads none of ours.
 */
const QUERY = `
  with others as (${OTHERS})
  select
    (select xact_commit from pg_stat_database where datname = current_database())::text as transactions,
    (select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)
     from pg_stat_user_tables where relname = any($3))::text as rows_read,
    (select coalesce(sum(n_tup_ins), 0) from pg_stat_user_tables where relname = any($3))::text as rows_written,
    -- Recovering from a crash, it discards its counts without being started again.
    (select extract(epoch from greatest(pg_postmaster_start_time(), stats_reset))
     from pg_stat_bgwriter)::text as since,
    (select count(*) from others
     where state <> 'idle' or state_change > clock_timestamp() - make_interval(secs => $2))::text as pending`;

export async function countPostgresqlConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ others: string }>(
    `with others as (${OTHERS}) select count(*) as others from others`,
    [APPLICATION_NAME],
  );
  return Number(rows[0]?.others);
}

export async function readPostgresqlMostConnections(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ most: string }>(`select current_setting('max_connections') as most`);
  return Number(rows[0]?.most);
}
