import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LOOPBACK } from '../../src/hosts/hosts.ts';
import { requireFreePort } from '../../src/launch/port-check.ts';
import { buildEnvironment, toolchainPath } from '../../src/launch/toolchains.ts';
import type { Bench } from '../../src/measure/bench.ts';
import { startTree } from '../../src/process/tree/process-tree.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { tailOf } from '../../src/util/lines.ts';
import { repository } from '../../src/util/repository.ts';
import { runBuild } from './build-steps.ts';
import { copyEdited, type Edit } from './edited-copy.ts';
import type { Running } from './side-by-side.ts';

/** A server of TechEmpower's for a framework that a target of ours has too. */
export interface TunedPeer {
  /** The target variant it is held against. */
  ours: string;
  /** Its folder in the checkout. */
  folder: string;
  /** What the folder of its program is, if it is not `folder` itself. */
  program?: string;
  /** Edits that make it listen on the loopback alone and need no database. `{port}` stands for the port. */
  edits: readonly Edit[];
  build: readonly (readonly string[])[];
  start: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** The place of its framework's version: a file, and a pattern whose first group is the version. */
  version: { file: string; pattern: RegExp };
}

/** One at a time runs, so that they can share a port. */
const PORT = 18_080;
const START_SECONDS = 30;

const GO_BUILD = ['go', 'build', '-ldflags=-s -w', '-o', 'app', '.'];
const NPM_INSTALL = ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'];
/** Their Dockerfiles compile for the processor of the machine. */
const GO_NATIVE = { GOAMD64: 'v3' };
const RUST_NATIVE = { RUSTFLAGS: '-C target-cpu=native' };

/**
 * Drops libraries of databases and pages, which the compared program does not use and which take most of its build.
 * Cargo then takes them out of the lock file, and every other package keeps its version.
 */
function without(file: string, texts: readonly string[]): Edit[] {
  return texts.map((from) => ({ file, from, to: '' }));
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/**
 * The servers of TechEmpower that are compared: one for each framework, as its default Dockerfile builds and
 * starts it, but with one worker, without a database, and with the toolchain that ours has.
 */
export const tunedPeers: readonly TunedPeer[] = [
  {
    ours: 'go/gin:raw',
    folder: 'Go/gin',
    program: 'gin-std',
    edits: [
      { file: 'gin-std/main.go', from: 'func init() {', to: 'func unused() {' },
      { file: 'gin-std/main.go', from: 'r.Run(":8080")', to: 'r.Run("127.0.0.1:{port}")' },
    ],
    build: [['go', 'build', '-tags=jsoniter', '-ldflags=-s -w', '-o', 'app', '.']],
    start: ['./app'],
    environment: { ...GO_NATIVE, GIN_MODE: 'release' },
    version: { file: 'gin-std/go.mod', pattern: /gin-gonic\/gin v(\S+)/ },
  },
  {
    ours: 'go/fiber',
    folder: 'Go/fiber',
    program: 'fiber-v3',
    edits: [
      { file: 'fiber-v3/server.go', from: '\tinitDatabase()\n', to: '' },
      { file: 'fiber-v3/server.go', from: 'app.Listen(":8080"', to: 'app.Listen("127.0.0.1:{port}"' },
    ],
    build: [GO_BUILD],
    start: ['./app'],
    environment: GO_NATIVE,
    version: { file: 'fiber-v3/go.mod', pattern: /gofiber\/fiber\/v3 v(\S+)/ },
  },
  {
    ours: 'go/echo',
    folder: 'Go/echo',
    program: 'src',
    edits: [
      { file: 'src/main.go', from: '\tInitPostgres()\n', to: '' },
      { file: 'src/main.go', from: 'e.Start(":8080")', to: 'e.Start("127.0.0.1:{port}")' },
    ],
    build: [GO_BUILD],
    start: ['./app'],
    environment: GO_NATIVE,
    version: { file: 'src/go.mod', pattern: /labstack\/echo\/v4 v(\S+)/ },
  },
  {
    ours: 'go/fasthttp',
    folder: 'Go/fasthttp',
    program: 'src',
    edits: [
      {
        file: 'src/main.go',
        from: 'if err := handlers.InitDB(maxConn); err != nil {',
        to: 'if err := error(nil); maxConn < 0 {',
      },
      { file: 'src/main.go', from: '\t\tdefer handlers.CloseDB()\n', to: '' },
      { file: 'src/main.go', from: '\t\thandlers.PopulateWorldsCache()\n', to: '' },
    ],
    build: [GO_BUILD],
    start: ['./app', '-bind', '127.0.0.1:{port}'],
    environment: GO_NATIVE,
    version: { file: 'src/go.mod', pattern: /valyala\/fasthttp v(\S+)/ },
  },
  {
    ours: 'rust/axum',
    folder: 'Rust/axum',
    edits: [
      { file: 'src/server.rs', from: 'Ipv4Addr::UNSPECIFIED', to: 'Ipv4Addr::LOCALHOST' },
      { file: 'src/main.rs', from: 'Some(8000)', to: 'Some({port})' },
      ...without('Cargo.toml', [
        'deadpool = { version = "0.12.2", features = ["rt_tokio_1", "serde", "managed"] }\n',
        'deadpool-postgres = { version = "0.14.1", features = ["rt_tokio_1", "serde"] }\n',
        lines(
          ...['mongodb = { version = "3.2.4", features = [', '    "zstd-compression",'],
          ...['    "snappy-compression",', '    "zlib-compression",', '] }'],
        ),
        lines(
          ...['sqlx = { version = "0.8.6", features = [', '    "postgres",', '    "macros",'],
          ...['    "runtime-tokio",', '    "tls-rustls",', '] }'],
        ),
        'tokio-pg-mapper = { version = "0.2.0" }\n',
        'tokio-pg-mapper-derive = { version = "0.2.0" }\n',
        'tokio-postgres = { version = "0.7.13" }\n',
        'yarte = "0.15.7"\n',
      ]),
    ],
    build: [['cargo', 'build', '--release', '--bin', 'axum']],
    start: ['target/release/axum'],
    environment: RUST_NATIVE,
    version: { file: 'Cargo.lock', pattern: /name = "axum"\nversion = "([^"]+)"/ },
  },
  {
    ours: 'rust/actix-web:raw',
    folder: 'Rust/actix',
    edits: [
      { file: 'src/main_web.rs', from: '"0.0.0.0:8080"', to: '"127.0.0.1:{port}"' },
      ...without('Cargo.toml', [
        'askama = "0.12"\n',
        'diesel = { version = "2.2.7", features = ["postgres"] }\n',
        'tokio-postgres = "0.7.13"\n',
        'deadpool-postgres = "0.14.1"\n',
        'mongodb = "3.2.5"\n',
        'yarte = { version = "0.15", features = ["bytes-buf"] }\n',
      ]),
    ],
    build: [['cargo', 'build', '--release', '--bin', 'tfb-web']],
    start: ['target/release/tfb-web'],
    environment: RUST_NATIVE,
    version: { file: 'Cargo.lock', pattern: /name = "actix-web"\nversion = "([^"]+)"/ },
  },
  {
    ours: 'javascript/express:node',
    folder: 'JavaScript/express',
    edits: [],
    build: [NPM_INSTALL],
    start: ['node', 'src/server.mjs'],
    environment: { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '{port}' },
    version: { file: 'node_modules/express/package.json', pattern: /"version": "([^"]+)"/ },
  },
  {
    ours: 'javascript/fastify:node',
    folder: 'JavaScript/fastify',
    edits: [
      {
        file: 'create-server.js',
        from: 'port: 8080, host: "0.0.0.0"',
        to: 'port: {port}, host: "127.0.0.1"',
      },
    ],
    build: [NPM_INSTALL],
    start: ['node', 'create-server.js'],
    environment: { NODE_ENV: 'production' },
    version: { file: 'node_modules/fastify/package.json', pattern: /"version": "([^"]+)"/ },
  },
  {
    ours: 'javascript/hono:node',
    folder: 'JavaScript/hono',
    edits: [],
    build: [NPM_INSTALL],
    start: ['node', 'src/server.js'],
    environment: { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '{port}' },
    version: { file: 'node_modules/hono/package.json', pattern: /"version": "([^"]+)"/ },
  },
  {
    ours: 'javascript/koa:single',
    folder: 'JavaScript/koa',
    edits: [{ file: 'create-server.js', from: 'app.listen(8080)', to: "app.listen({port}, '127.0.0.1')" }],
    build: [NPM_INSTALL],
    start: ['node', 'create-server.js'],
    environment: { NODE_ENV: 'production' },
    version: { file: 'node_modules/koa/package.json', pattern: /"version": "([^"]+)"/ },
  },
  {
    ours: 'java/undertow:jvm',
    folder: 'Java/undertow',
    edits: [
      {
        file: 'src/main/java/hello/HelloWebServer.java',
        from: 'addHttpListener(8080, "0.0.0.0")',
        to: 'addHttpListener({port}, "127.0.0.1")',
      },
    ],
    build: [['mvn', '-q', '-B', 'package']],
    start: ['java', '-jar', 'target/app.jar', 'NO_DATABASE'],
    version: { file: 'pom.xml', pattern: /<undertow\.version>([^<]+)</ },
  },
  {
    ours: 'java/vertx:jvm',
    folder: 'Java/vertx-web',
    edits: [
      {
        file: 'src/main/java/io/vertx/benchmark/App.java',
        from: 'listen(8080)',
        to: 'listen({port}, "127.0.0.1")',
      },
      // The library for their HTML templates is not on every registry, and these scenarios make no HTML.
      {
        file: 'pom.xml',
        from: '<groupId>io.vertx</groupId>\n      <artifactId>vertx-web-templ-rocker</artifactId>',
        to: '<groupId>com.fizzed</groupId>\n<artifactId>rocker-runtime</artifactId>\n<version>2.4.0</version>',
      },
      {
        file: 'src/main/java/io/vertx/benchmark/App.java',
        from: 'io.vertx.ext.web.templ.rocker.RockerTemplateEngine',
        to: 'io.vertx.ext.web.common.template.TemplateEngine',
      },
      {
        file: 'src/main/java/io/vertx/benchmark/App.java',
        from: 'RockerTemplateEngine.create()',
        to: 'null',
      },
      {
        file: 'src/main/java/io/vertx/benchmark/App.java',
        from: 'RockerTemplateEngine engine',
        to: 'TemplateEngine engine',
      },
      // Nothing listens there, so it serves without its connection at once.
      {
        file: 'src/main/conf/config.json',
        from: '"host": "tfb-database"',
        to: '"host": "127.0.0.1", "port": 1',
      },
    ],
    build: [['mvn', '-q', '-B', 'package']],
    start: [
      ...['java', '-server', '-XX:+UseNUMA', '-XX:+UseParallelGC'],
      ...['disableMetrics', 'disableH2c', 'disableWebsockets'].map((name) => `-Dvertx.${name}=true`),
      ...['-Dvertx.flashPolicyHandler=false', '-Dvertx.threadChecks=false'],
      ...['disableContextTimings', 'disableTCCL', 'disableHttpHeadersValidation'].map(
        (name) => `-Dvertx.${name}=true`,
      ),
      ...['-Dvertx.eventLoopPoolSize=1'],
      ...['-Dio.netty.buffer.checkBounds=false', '-Dio.netty.buffer.checkAccessible=false'],
      ...['-jar', 'target/vertx-web-benchmark-5.0.5-fat.jar', '--instances', '1'],
      ...['--conf', 'src/main/conf/config.json', '--options', 'src/main/conf/vertx.json'],
    ],
    version: { file: 'pom.xml', pattern: /<version>([^<]+)<\/version>/ },
  },
  {
    ours: 'python/fastapi:uvicorn',
    folder: 'Python/fastapi',
    edits: [
      { file: 'app.py', from: 'FastAPI(lifespan=lifespan) if _DB_ALLOWED else FastAPI()', to: 'FastAPI()' },
    ],
    build: [
      ['python3', '-m', 'venv', '--clear', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', '-r', 'requirements-uvicorn.txt'],
    ],
    start: [
      ...['venv/bin/uvicorn', 'app:app', '--host', '127.0.0.1', '--port', '{port}', '--workers', '1'],
      ...['--log-level', 'error', '--no-access-log', '--no-proxy-headers'],
    ],
    version: { file: 'requirements.txt', pattern: /fastapi==(\S+)/ },
  },
];

/** A peer's program, ready to start. */
export interface BuiltPeer {
  peer: TunedPeer;
  folder: string;
  version: string;
}

/** Copies a peer's folder out of the checkout, edits the copy and builds it there. */
export async function buildPeer(checkout: string, peer: TunedPeer, signal: AbortSignal): Promise<BuiltPeer> {
  const source = join(checkout, 'frameworks', peer.folder);
  if (!existsSync(source)) {
    throw new PitwallError({
      what: 'The checkout has no such framework',
      where: source,
      expected: 'a folder of TechEmpower/FrameworkBenchmarks',
      seen: 'nothing',
      next: 'Give the folder of a whole checkout: npm run figure -- tuned-peers -- <folder>',
    });
  }
  const copy = join(repository.cache, 'tuned-peers', peer.folder);
  const edits = peer.edits.map((edit) => ({ ...edit, to: filled(edit.to) }));
  copyEdited(source, copy, edits, { next: 'Check out the commit that bench/ACCURACY.md names' });
  const folder = join(copy, peer.program ?? '.');
  await runBuild(peer.build, {
    folder,
    label: `TechEmpower's ${peer.folder}`,
    next: 'Leave it out: npm run figure -- tuned-peers -- <folder> <other targets>',
    environment: peer.environment ?? {},
    signal,
  });
  const { file, pattern } = peer.version;
  const version = pattern.exec(readFileSync(join(copy, file), 'utf8'))?.[1] ?? '?';
  return { peer, folder, version };
}

function filled(text: string): string {
  return text.replaceAll('{port}', String(PORT));
}

/** Starts a peer on the server's processors and waits until it answers. */
export async function startPeer(bench: Bench, { peer, folder }: BuiltPeer): Promise<Running> {
  await requireFreePort(LOOPBACK, PORT, peer.folder);
  const origin = `http://${LOOPBACK}:${PORT}`;
  const path = toolchainPath(repository.root);
  const set = Object.entries(peer.environment ?? {}).map(([name, value]) => [name, filled(value)]);
  const tree = startTree({
    command: peer.start.map(filled),
    cwd: folder,
    environment: { ...buildEnvironment(path), ...Object.fromEntries(set) },
    processors: bench.processors.pinned ? bench.processors.server : [],
    label: peer.folder,
  });
  const until = performance.now() + START_SECONDS * 1_000;
  while (!(await answers(`${origin}/plaintext`))) {
    if (performance.now() < until && tree.alive().length > 0) {
      await delay(50, undefined, { signal: bench.signal });
      continue;
    }
    const seen = tree.alive().length > 0 ? `no answer in ${START_SECONDS} s` : 'it exited';
    const log = tailOf(tree.log(), 12);
    await tree.stop(0);
    throw new PitwallError({
      what: `TechEmpower's ${peer.folder} does not start`,
      where: peer.start.map(filled).join(' '),
      expected: `an answer of ${origin}/plaintext`,
      seen: `${seen}; last lines: ${log}`,
      next: `Start it by hand in ${folder}`,
    });
  }
  return {
    origin,
    usage: async () => ({ ...tree.usage(), peakMemoryBytes: null }),
    pids: () => tree.alive(),
    stop: () => tree.stop(5_000),
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
