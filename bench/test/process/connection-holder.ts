import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `
const [port, number] = process.argv.slice(1).map(Number);
const opened = () => new Promise((done) => require('node:net').connect(port, '127.0.0.1', done));
Promise.all(Array.from({ length: number }, opened)).then(() => console.log('opened'));
`;

/** Opens connections to a port of this machine in another process, which holds them until it is released. */
export async function holdConnections(port: number, number: number): Promise<{ release(): void }> {
  const holder = spawn(process.execPath, ['-e', PROGRAM, String(port), String(number)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  return { release: () => void holder.kill() };
}
