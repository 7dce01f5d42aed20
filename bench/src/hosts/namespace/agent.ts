import { connect, createServer, type Socket } from 'node:net';
import { socketLimits } from '../../machine/socket-limits.ts';
import { runCommand } from '../../process/command.ts';
import { connectionsOfOthers } from '../../process/listening.ts';
import { PitwallError } from '../../util/errors.ts';
import { LOOPBACK } from '../hosts.ts';
import { OwnGroup } from './own-group.ts';
import { type AgentAnswer, CONNECTED, joinSockets, type Question, READY } from './protocol.ts';

/**
 * A program of the harness in the network namespace of a side: it sends the loads there and connects the harness
 * to servers and databases. Its argument is the path of the Unix socket to listen on. It ends with its standard
 * input, and thus with the harness, however that ends.
 */

const group = new OwnGroup();

async function answerTo(
  question: Exclude<Question, { ask: 'connect' }>,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  try {
    if (question.ask === 'limits') return { limits: socketLimits() };
    if (question.ask === 'clients') return { clients: connectionsOfOthers(question.ports) };
    const { command, options } = question;
    return { ran: await group.count(() => runCommand(command, { ...options, signal })) };
  } catch (error) {
    if (!(error instanceof PitwallError)) return { fault: String(error) };
    const { what, where, expected, seen, next } = error;
    return { error: { what, where, expected, seen, next } };
  }
}

function relay(client: Socket, port: number): void {
  const server = connect({ host: LOOPBACK, port, allowHalfOpen: true, noDelay: true });
  server.on('error', () => client.destroy());
  server.once('connect', () => {
    if (client.destroyed) return void server.destroy();
    client.write(CONNECTED);
    joinSockets(client, server);
  });
}

function listen(client: Socket): void {
  client.on('error', () => {});
  let text = Buffer.alloc(0);
  client.on('data', function read(chunk: Buffer) {
    text = Buffer.concat([text, chunk]);
    const end = text.indexOf('\n');
    if (end === -1) return;
    client.off('data', read).pause();
    const question = JSON.parse(text.subarray(0, end).toString()) as Question;
    if (question.ask === 'connect') {
      if (end + 1 < text.length) client.unshift(text.subarray(end + 1));
      relay(client, question.port);
      return;
    }
    const left = new AbortController();
    const abort = (): void => left.abort();
    client.once('end', abort).once('close', abort).resume();
    void answerTo(question, left.signal).then((answer) => client.end(`${JSON.stringify(answer)}\n`));
  });
}

process.stdin.resume().once('end', () => process.exit());
createServer({ allowHalfOpen: true }, listen).listen(process.argv[2], () => console.log(READY));
