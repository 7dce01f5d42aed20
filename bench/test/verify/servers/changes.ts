import type { TableRow } from '../../../src/model/index.ts';
import type { Behaviour, Context, Reply } from './behaviour.ts';

/** Each server is wrong in one thing, and names the checks that must fail: exactly these, no others. */
export interface WrongServer extends Behaviour {
  fails: string[];
}

type Route = Context['route'];

/** Changes the reply of some routes and leaves the others right. */
export const on =
  (
    routes: Route | Route[],
    change: (reply: Reply, context: Context) => Reply,
  ): NonNullable<Behaviour['reply']> =>
  async (context, right) => {
    const reply = await right();
    return [routes].flat().includes(context.route) ? change(reply, context) : reply;
  };

export const text =
  (change: (body: string) => string) =>
  (reply: Reply): Reply => ({ ...reply, body: change(String(reply.body)) });

// biome-ignore lint/suspicious/noExplicitAny: a wrong server may do anything to its JSON
export const value = (change: (json: any) => unknown) =>
  text((body) => JSON.stringify(change(JSON.parse(body))));

/** Changes the JSON of what went well; refusals and errors stay right. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export const good = (route: Route, change: (json: any) => unknown): NonNullable<Behaviour['reply']> =>
  on(route, (reply) => (reply.status < 300 ? value(change)(reply) : reply));

// biome-ignore lint/suspicious/noExplicitAny: as above
export const goodList = (route: Route, change: (rows: any[]) => unknown): NonNullable<Behaviour['reply']> =>
  good(route, change);

export const status =
  (code: number) =>
  (reply: Reply): Reply => ({ ...reply, status: code });

export const headerTo =
  (name: string, to: string) =>
  (reply: Reply): Reply => ({
    ...reply,
    headers: reply.headers.map(([key, old]) => [key, key === name ? to : old]),
  });

export const replaced = (
  routes: Route[],
  from: string | RegExp,
  to: string,
): NonNullable<Behaviour['wire']> => {
  return (bytes, { route }) =>
    routes.includes(route) ? Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1') : bytes;
};

/** A cache of bodies: the Date is today's, so that nothing else gives it away. */
export const dated = (reply: Reply, { clock }: Context): Reply =>
  headerTo('Date', new Date(clock.now()).toUTCString())(reply);

/** What was answered first is answered again. */
export const remembered =
  (
    route: Route,
    key: (context: Context) => string,
    memory: 'connectionMemory' | 'serverMemory',
  ): NonNullable<Behaviour['reply']> =>
  async (context, right) => {
    if (context.route !== route) return right();
    const reply = context[memory].get(key(context)) ?? (await right());
    context[memory].set(key(context), reply);
    return dated(reply, context);
  };

export const counting =
  (by: (route: Route) => number): NonNullable<Behaviour['count']> =>
  (state, { route }) => {
    state.count += by(route);
  };

/** Once the database has failed, so does every answer after it. */
export const stuck =
  (route: Route): NonNullable<Behaviour['reply']> =>
  async (context, right) => {
    if (context.route !== route) return right();
    const reply = context.serverMemory.get('failed') ?? (await right());
    if (reply.status === 500) context.serverMemory.set('failed', reply);
    return dated(reply, context);
  };

/** Reads rows, but takes what it shows of a column from its copy of the file that seeds the table. */
export const heldInMemory = (
  route: Route,
  column: string,
  rowsOf: (data: Context['data']) => readonly TableRow[],
): NonNullable<Behaviour['reply']> =>
  on(route, (reply, { data }) => {
    const held = new Map(rowsOf(data).map((row) => [row.id, row[column]]));
    const withHeld = (row: TableRow): TableRow =>
      held.has(row.id) ? { ...row, [column]: held.get(row.id) ?? null } : row;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const change = (json: any): unknown => {
      if (Array.isArray(json)) return json.map(withHeld);
      return Array.isArray(json.data) ? { ...json, data: json.data.map(withHeld) } : withHeld(json);
    };
    return reply.status === 200 ? value(change)(reply) : reply;
  });

/** As if the server ran eight hours ahead of UTC and took its own time for it. */
export const asLocalTime = (instant: string): string =>
  new Date(Date.parse(instant) + 8 * 3_600_000).toISOString();
