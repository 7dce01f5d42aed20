import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Does what bombardier does with the arguments that it gets here, and says it in the same JSON. */
const PROGRAM = `
const http = require('node:http');
const words = process.argv.slice(2);
if (words[0] === '--version') {
  console.error('bombardier version v1.2.6 linux/amd64');
  process.exit(0);
}
const after = (flag) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
const connections = Number(after('-c'));
const left = { requests: Number(after('-n') ?? Infinity) };
const seconds = Number.parseFloat(after('-d') ?? 'Infinity');
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
const sockets = new Set();
const statuses = {};
const latencies = [];
const began = performance.now();
const ask = () => new Promise((resolve) => {
  const sent = performance.now();
  http.get(words.at(-1), { agent }, (response) => {
    sockets.add(response.socket);
    statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
    response.resume().on('end', () => { latencies.push((performance.now() - sent) * 1000); resolve(); });
  });
});
const work = async () => {
  while (performance.now() - began < seconds * 1000 && left.requests-- > 0) await ask();
};
Promise.all(Array.from({ length: connections }, work)).then(() => {
  const sorted = latencies.sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))]);
  const of = (digit) => Object.entries(statuses).filter(([status]) => status[0] === digit).reduce((sum, [, number]) => sum + number, 0);
  console.log(JSON.stringify({
    spec: { numberOfConnections: connections },
    result: {
      bytesRead: [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0), bytesWritten: 0,
      timeTakenSeconds: (performance.now() - began) / 1000,
      req1xx: of('1'), req2xx: of('2'), req3xx: of('3'), req4xx: of('4'), req5xx: of('5'), others: 0,
      latency: {
        mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length, stddev: 0, max: at(1),
        percentiles: { 50: at(0.5), 75: at(0.75), 90: at(0.9), 99: at(0.99) },
      },
    },
  }));
  agent.destroy();
});
`;

/** Writes the program into a folder, for a PATH. */
export function writeBombardier(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'bombardier');
  writeFileSync(`${path}.cjs`, PROGRAM);
  // The path to Node may have a space, which the first line of a script may not.
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "$0.cjs" "$@"\n`);
  chmodSync(path, 0o755);
}
