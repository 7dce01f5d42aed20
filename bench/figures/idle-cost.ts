/**
 * Measures what idle servers cost. Starts all targets as a block does, loads each for five seconds, then
 * leaves them alone and reads what they use: this is what runs beside a slice on one of them.
 *
 *   npm run figure -- idle-cost [-- --seconds 20] [target …]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { LiveServer } from '../src/measure/blocks/live-server.ts';
import { putLoad } from '../src/measure/slice/load.ts';
import { scenarioOf } from '../src/model/index.ts';
import { usedBetween } from '../src/process/usage.ts';
import { table } from '../src/terminal/table.ts';
import { readyTargets, withSession } from './support/measuring.ts';
import { percent } from './support/script.ts';

const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const seconds = Number(values.seconds);
const scenario = scenarioOf('json');

await withSession([], async (session) => {
  const ready = await readyTargets(session, positionals);
  const live: LiveServer[] = [];
  try {
    for (const one of ready) {
      if (!one.targetVariant.target.manifest.scenarios.includes(scenario.id)) continue;
      const started = await LiveServer.start(session, one, 0);
      live.push(started);
      await putLoad(
        session,
        {
          shape: { loader: 'wrk', connections: 64, connection: 'keep-alive' },
          origin: started.server.origin,
          requests: scenario.requests(session.data),
          seconds: 5,
          ratePerSecond: null,
          seed: 1,
          part: 1,
        },
        session.signal,
      );
    }
    const before = await Promise.all(live.map(({ server }) => server.usage()));
    const began = performance.now();
    await delay(seconds * 1_000, undefined, { signal: session.signal });
    const after = await Promise.all(live.map(({ server }) => server.usage()));
    const nanoseconds = (performance.now() - began) * 1e6;
    const shares = live.map((_, at) => {
      const [from, to] = [before[at], after[at]];
      const used = from && to ? usedBetween(from, to) : null;
      return used === null ? null : used / nanoseconds;
    });
    console.log(
      table(
        [{ title: 'target, idle' }, { title: 'of a processor', align: 'right' }],
        live.map(({ name }, at) => [name, shares[at] == null ? '' : percent(shares[at], 3)]),
      ),
    );
    const all = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
    console.log(`All ${live.length} together: ${percent(all, 2)} of a processor`);
  } finally {
    for (const one of live) await one.stop();
  }
});
