import { createServer, type RequestListener } from 'node:http';
import type {
  Built,
  Launcher,
  RunningServer,
  ServerSettings,
  StopReport,
} from '../../src/launch/launcher.ts';
import type { LauncherName, Target, Variant } from '../../src/model/index.ts';
import type { Usage } from '../../src/process/usage.ts';

/** One server of a test: what it answers, and what goes wrong with it. Everything but `answer` has a default. */
export interface ScriptedServer {
  answer: RequestListener;
  usage?: () => Usage;
  stop?: StopReport;
  /** Thrown instead of starting. */
  startError?: Error;
  log?: string;
}

export interface TestLauncherScript {
  name?: LauncherName;
  server(target: Target, variant: Variant, settings: ServerSettings): ScriptedServer;
  lacks?(target: Target): { what: string; next: string }[];
  built?(target: Target): Partial<Built>;
  /** Thrown instead of building. */
  buildError?(target: Target): Error | null;
}

/** What a test asks afterwards. */
export interface TestLauncher extends Launcher {
  /** `build go/gin`, `start go/gin:default`, `stop go/gin:default`, in order. */
  calls: readonly string[];
  running(): number;
  /** Ends a running server from outside, as a crash would. */
  crash(exitCode: number): void;
}

const IDLE: Usage = {
  cpuNanoseconds: null,
  peakMemoryBytes: null,
  throttledNanoseconds: null,
  source: 'proc',
};

/** Serves from inside the test's own process: real sockets, no toolchain, nothing to wait for. */
export function createTestLauncher(script: TestLauncherScript): TestLauncher {
  const calls: string[] = [];
  const running = new Map<RunningServer, (end: { exitCode: number | null; signal: string | null }) => void>();

  return {
    name: script.name ?? 'process',
    calls,
    running: () => running.size,
    crash(exitCode) {
      for (const end of running.values()) end({ exitCode, signal: null });
    },

    async lacks(target) {
      return script.lacks?.(target) ?? [];
    },

    async build(target, { signal }) {
      signal.throwIfAborted();
      calls.push(`build ${target.id}`);
      const error = script.buildError?.(target);
      if (error) throw error;
      return {
        target,
        artifact: { kind: 'files', digest: `sha256:${'0'.repeat(64)}`, sizeBytes: 1 },
        buildSeconds: 1,
        runtimeVersion: '1.0.0',
        frameworkVersion: null,
        ...script.built?.(target),
      };
    },

    async start(built, variant, settings, signal) {
      signal.throwIfAborted();
      const name = `${built.target.id}:${variant.id}`;
      calls.push(`start ${name}`);
      const scripted = script.server(built.target, variant, settings);
      if (scripted.startError) throw scripted.startError;
      const http = createServer(scripted.answer);
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject);
        http.listen(settings.port, settings.host, resolve);
      });
      let ended = false;
      let resolveExited: (end: { exitCode: number | null; signal: string | null }) => void = () => {};
      const exited = new Promise<{ exitCode: number | null; signal: string | null }>((resolve) => {
        resolveExited = resolve;
      });
      const end = (how: { exitCode: number | null; signal: string | null }): void => {
        if (ended) return;
        ended = true;
        http.close();
        http.closeAllConnections();
        running.delete(server);
        resolveExited(how);
      };
      const server: RunningServer = {
        origin: `http://${settings.host}:${settings.port}`,
        command: ['scripted', name],
        usage: async () => scripted.usage?.() ?? IDLE,
        pids: () => [],
        exited,
        log: () => scripted.log ?? '',
        async stop() {
          if (!ended) calls.push(`stop ${name}`);
          end({ exitCode: null, signal: 'SIGTERM' });
          return scripted.stop ?? { killed: false, seconds: 0 };
        },
      };
      running.set(server, end);
      return server;
    },

    coldStartCommand: () => null,
    cleanBuildCommand: () => null,

    async close() {
      for (const server of [...running.keys()]) await server.stop();
    },
  };
}
