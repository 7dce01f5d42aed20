import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../process/loopback.ts';

/** A server that answers every request with the same pieces, each in a packet of its own. */
export interface Script {
  pieces: string[];
  /** Milliseconds between two pieces; 5 by default. */
  apartMs?: number;
  /** Closes the connection after the last piece. */
  close?: boolean;
  /** Resets the connection instead. */
  reset?: boolean;
}

interface ScriptedServer {
  origin: string;
  /** What was received, request by request. */
  received: string[];
  close(): Promise<void>;
}

export async function scriptedServer(script: Script | Script[]): Promise<ScriptedServer> {
  const scripts = [script].flat();
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', async (data) => {
      const current = scripts[Math.min(received.length, scripts.length - 1)] as Script;
      received.push(data.toString('latin1'));
      for (const [index, piece] of current.pieces.entries()) {
        if (index > 0) await new Promise((resolve) => setTimeout(resolve, current.apartMs ?? 5));
        socket.write(Buffer.from(piece, 'latin1'));
      }
      if (current.reset) socket.resetAndDestroy();
      else if (current.close) socket.end();
    });
  });
  return {
    origin: await listenOnLoopback(server),
    received,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
