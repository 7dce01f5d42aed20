import type { MarkCode, ScenarioId } from '../../../src/model/index.ts';
import type { Behaviour, Reply } from './server.ts';

/** Servers that pass the verifier and cheat only under load, each with the marks that must tell on it. */
export interface Cheat extends Behaviour {
  scenario: ScenarioId;
  marks: MarkCode[];
}

/** More than the probes open, fewer than the load. */
const CROWD = 10;
/** More requests than a probe sends on its connection, far fewer than a loader does. */
const BUSY = 100;

/** How often this connection has asked: the loader's give themselves away by it. */
function asked(memory: Map<string, Reply>): number {
  const times = (memory.get('asked')?.status ?? 0) + 1;
  memory.set('asked', { status: times, headers: [], body: '', framing: 'chunked' });
  return times;
}

const shorter = (reply: Reply): Reply => ({ ...reply, body: '{"status":1}' });

export const cheats: Record<string, Cheat> = {
  'rows cached after a moment of load': {
    scenario: 'menus',
    async reply(context, right) {
      if (context.route !== 'menus') return right();
      const cached = context.serverMemory.get(context.path);
      if (cached && context.open > CROWD) return cached;
      const reply = await right();
      context.serverMemory.set(context.path, reply);
      return reply;
    },
    marks: ['stale-row'],
  },
  'rows cached per connection': {
    scenario: 'menus',
    async reply(context, right) {
      if (context.route !== 'menus') return right();
      const reply = context.connectionMemory.get(context.path) ?? (await right());
      context.connectionMemory.set(context.path, reply);
      return reply;
    },
    marks: ['stale-row'],
  },
  'a short 200 while many connections are open': {
    scenario: 'json',
    reply: async ({ open }, right) => (open > CROWD ? shorter(await right()) : right()),
    marks: ['wrong-body-under-load', 'size-changed'],
  },
  'a short 200 to connections that ask often': {
    scenario: 'json',
    reply: async ({ connectionMemory }, right) =>
      asked(connectionMemory) > BUSY ? shorter(await right()) : right(),
    marks: ['size-changed'],
  },
  'one asset for all to connections that ask often': {
    scenario: 'asset',
    async reply({ connectionMemory, data }, right) {
      const reply = await right();
      if (asked(connectionMemory) <= BUSY) return reply;
      return { ...reply, body: JSON.stringify({ ...data.assets[0], desc: '' }) };
    },
    marks: ['size-changed'],
  },
  'one row for all limits to connections that ask often': {
    scenario: 'menus',
    async reply(context, right) {
      const reply = await right();
      if (context.route !== 'menus' || asked(context.connectionMemory) <= BUSY) return reply;
      const json = JSON.parse(String(reply.body));
      return { ...reply, body: JSON.stringify({ ...json, data: json.data.slice(0, 1) }) };
    },
    marks: ['size-changed'],
  },
  '500 while many connections are open': {
    scenario: 'json',
    reply: async ({ open }, right) => ({ ...(await right()), status: open > CROWD ? 500 : 200 }),
    marks: ['status-mismatch', 'size-changed'],
  },
  '500 to one request in a hundred': {
    scenario: 'plaintext',
    reply: async ({ count }, right) => {
      const reply = await right();
      return { ...reply, status: count > 100 && count % 100 === 0 ? 500 : reply.status };
    },
    marks: ['status-mismatch'],
  },
  '200 for the error route under load': {
    scenario: 'error',
    reply: async ({ connectionMemory }, right) => {
      const reply = await right();
      return asked(connectionMemory) > BUSY ? { ...reply, status: 200 } : reply;
    },
    marks: ['status-mismatch', 'size-changed'],
  },
  'a counter that forgets under load': {
    scenario: 'json',
    count(state, { open }) {
      state.count += open > CROWD && Math.random() < 0.2 ? 0 : 1;
    },
    marks: ['count-mismatch'],
  },
  'a counter that is ahead': {
    scenario: 'json',
    count(state, { open }) {
      state.count += open > CROWD ? 2 : 1;
    },
    marks: ['count-mismatch'],
  },
};
