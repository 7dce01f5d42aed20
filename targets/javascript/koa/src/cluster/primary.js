import cluster from 'node:cluster';
import { openChannel } from './messages.js';
import { inRounds } from './rounds.js';

/** More than a worker's own grace: after this long, a worker that still runs hangs. */
const killMilliseconds = 3500;

/** Runs `workers` processes, sums their counts, and replaces one that dies. */
export function startPrimary({ workers, poolSize }) {
  /** A member is a worker with its channel and its last reported count. The dead stay in the sum. */
  const members = new Map();
  let stopping = false;

  const total = inRounds(async () => {
    await Promise.all(members.values().map(report));
    return members.values().reduce((sum, member) => sum + member.requests, 0);
  });

  async function report(member) {
    if (!member.worker.isConnected()) return;
    try {
      member.requests = await member.ask('requests');
    } catch (error) {
      // Of a living worker, an old number would be a wrong one.
      if (member.worker.isConnected()) throw error;
    }
  }

  async function ready() {
    const listening = members.values().filter((member) => member.listens);
    return listening.toArray().length === workers;
  }

  function start(slot) {
    const worker = cluster.fork({ DB_POOL_SIZE: share(poolSize, workers, slot) });
    const member = { worker, ask: openChannel(worker, { total, ready }), requests: 0, listens: false };
    members.set(worker.id, member);
    worker.on('listening', () => {
      member.listens = true;
    });
    worker.on('exit', (code, signal) => {
      if (stopping) return;
      // A worker that could not even listen would fail again: the port is taken, say.
      if (!member.listens) return stop(1);
      member.listens = false;
      console.error(`koa: worker ${worker.id} ended with ${signal ?? code}; starting another`);
      start(slot);
    });
  }

  function stop(exitCode) {
    if (stopping) return;
    stopping = true;
    process.exitCode = exitCode;
    killAll('SIGTERM');
    // With its last worker, the primary has nothing left to do and ends.
    setTimeout(killAll, killMilliseconds, 'SIGKILL').unref();
  }

  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  for (let slot = 0; slot < workers; slot++) start(slot);
}

function killAll(signal) {
  for (const worker of Object.values(cluster.workers)) worker.process.kill(signal);
}

/** A worker's part of the connections: all parts together are the pool, and none is empty. */
function share(poolSize, workers, slot) {
  return Math.max(1, Math.floor(poolSize / workers) + (slot < poolSize % workers ? 1 : 0));
}
