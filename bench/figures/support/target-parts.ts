import type { Edit } from './edited-copy.ts';
import type { TargetPart } from './measure-parts.ts';

const counter = (target: string, ...edits: readonly Edit[]): TargetPart => ({
  target,
  name: 'counter',
  edits,
});

/** Each leaves a target without its counting middleware: GET /count still answers, always the same. */
export const counters: readonly TargetPart[] = [
  counter('go/gin:raw', {
    file: 'router.go',
    from: '\t\tfunc(c *gin.Context) { requests.Add(1) },\n',
    to: '',
  }),
  counter('go/fiber', {
    file: 'router.go',
    from: 'func(c fiber.Ctx) error {\n\t\trequests.Add(1)\n\t\treturn c.Next()\n\t}, recoverer.New()',
    to: 'recoverer.New()',
  }),
  counter('rust/axum', {
    file: 'src/main.rs',
    from: 'ServiceExt::<Request>::into_make_service(router::counted(Arc::new(app)))',
    to: 'router::router(Arc::new(app)).into_make_service()',
  }),
  counter('javascript/express:node', {
    file: 'src/app.js',
    from: '  app.use((_request, _response, next) => {\n    requests++;\n    next();\n  });\n',
    to: '',
  }),
  counter('javascript/fastify:node', {
    file: 'src/app.js',
    from: "  app.addHook('onRequest', (_request, _reply, done) => {\n    requests++;\n    done();\n  });\n",
    to: '',
  }),
  counter('javascript/hono:node', {
    file: 'src/app.js',
    from: '  app.use(async (_c, next) => {\n    requests++;\n    await next();\n  });\n',
    to: '',
  }),
  counter('javascript/koa:single', {
    file: 'src/app.js',
    from: '  app.use((_ctx, next) => {\n    counter.add();\n    return next();\n  });\n',
    to: '',
  }),
  counter('java/vertx:jvm', {
    file: 'src/main/java/pitwall/Routes.java',
    from: 'router.route().handler(this::count).failureHandler(',
    to: 'router.route().failureHandler(',
  }),
  counter('python/fastapi:uvicorn', {
    file: 'app.py',
    from: 'app.add_middleware(CountRequests)\n',
    to: '',
  }),
];

const CARGO_LOCKS = [['cargo', 'update', '--workspace']];
const NPM_LOCKS = [
  [
    'npm',
    'install',
    '--package-lock-only',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ],
];

const dependency = (line: string): Edit => ({
  file: 'Cargo.toml',
  from: '[dependencies]\n',
  to: `[dependencies]\n${line}\n`,
});

/** TechEmpower's axum has hyper's own loop on one thread for each processor, mimalloc, and no counter. */
const AXUM: readonly Omit<TargetPart, 'target'>[] = [
  {
    name: "system's allocator, not mimalloc",
    edits: [
      dependency('mimalloc = "0.1"'),
      {
        file: 'src/main.rs',
        from: 'mod app;\n',
        to: '#[global_allocator]\nstatic ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;\n\nmod app;\n',
      },
    ],
    prepare: CARGO_LOCKS,
  },
  {
    name: "scheduler's own threads, not one thread",
    edits: [
      {
        file: 'src/main.rs',
        from: 'new_multi_thread()\n        .worker_threads(config.workers)\n',
        to: 'new_current_thread()\n',
      },
    ],
  },
  {
    name: "axum::serve, not hyper's loop",
    edits: [
      dependency('hyper = { version = "1", features = ["http1", "server"] }'),
      dependency('hyper-util = { version = "0.1", features = ["tokio"] }'),
      {
        file: 'src/main.rs',
        from: 'let service = ServiceExt::<Request>::into_make_service(router::counted(Arc::new(app)));',
        to: 'let service = router::counted(Arc::new(app));',
      },
      {
        file: 'src/main.rs',
        from: 'let server = axum::serve(listener, service).with_graceful_shutdown(stopped());',
        to: `let server = async move {
        let mut listener = listener;
        loop {
            let (stream, _) = axum::serve::Listener::accept(&mut listener).await;
            let service = service.clone();
            tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(
                hyper_util::rt::TokioIo::new(stream),
                hyper::service::service_fn(move |request: axum::http::Request<hyper::body::Incoming>| {
                    tower::Service::call(&mut service.clone(), request.map(axum::body::Body::new))
                }),
            ));
        }
        #[allow(unreachable_code)]
        Ok::<(), std::io::Error>(())
    };`,
      },
    ],
    prepare: CARGO_LOCKS,
  },
];

/** TechEmpower's Koa is of the major version before, with the router of the one before that, and two routes. */
const KOA: readonly Omit<TargetPart, 'target'>[] = [
  {
    name: 'answers to errors',
    edits: [{ file: 'src/app.js', from: '  app.use(answerErrors);\n', to: '' }],
  },
  {
    name: 'twelve routes, not three',
    edits: [
      {
        file: 'src/router.js',
        from: "  router.get('/json-large'",
        to: "  if (content) return router;\n\n  router.get('/json-large'",
      },
    ],
  },
  {
    name: '@koa/router 15, not koa-router 7',
    edits: [
      { file: 'package.json', from: '"@koa/router": "15.7.0"', to: '"koa-router": "7.4.0"' },
      { file: 'src/router.js', from: "'@koa/router'", to: "'koa-router'" },
    ],
    prepare: NPM_LOCKS,
  },
  {
    name: 'Koa 3, not 2',
    edits: [{ file: 'package.json', from: '"koa": "3.3.0"', to: '"koa": "2.16.1"' }],
    prepare: NPM_LOCKS,
  },
];

const HEALTHZ_ROUTE =
  "  app.get('/healthz', (_request, response) => response.type('text/plain').send('ok'));\n";
const USERS_ROUTE = "  app.get('/users', async (_request, response) => response.json(await users()));\n";

/**
 * TechEmpower's Express writes past its responses, in chunks, never closes a connection that waits, and has one route less
 * before the measured ones.
 */
const EXPRESS: readonly Omit<TargetPart, 'target'>[] = [
  {
    name: "Express's responses, not Node's",
    edits: [
      {
        file: 'src/app.js',
        from: "response.type('text/plain').send('Hello, World!')",
        to: "response.writeHead(200, { 'content-type': 'text/plain' }).end('Hello, World!')",
      },
      {
        file: 'src/app.js',
        from: "response.json({ status: 1, msg: '成功' })",
        to: "response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ status: 1, msg: '成功' }))",
      },
    ],
  },
  {
    name: 'a limit to waiting connections',
    edits: [
      {
        file: 'src/server.js',
        from: 'const stop = () => {\n',
        to: 'server.keepAliveTimeout = 0;\n\nconst stop = () => {\n',
      },
    ],
  },
  {
    name: 'a route before it',
    edits: [
      { file: 'src/app.js', from: `${HEALTHZ_ROUTE}\n`, to: '' },
      { file: 'src/app.js', from: USERS_ROUTE, to: `${USERS_ROUTE}\n${HEALTHZ_ROUTE}` },
    ],
  },
];

/**
 * Pins a package of a requirements.txt with hashes to another version.
 *
 * @param was the version, and the condition if there is one
 * @param sha256 of the wheel for CPython 3.11 on Linux, x86_64: pip refuses another one, and the part is left out
 */
const otherVersion = (name: string, was: string, version: string, sha256: string): Edit => ({
  file: 'requirements.txt',
  from: `\n${name}==${was} \\\n`,
  to: `\n${name}==${was.replace(/^\S+/, version)} \\\n    --hash=sha256:${sha256} \\\n`,
});

/**
 * TechEmpower's FastAPI gives it whole responses, so that no model checks and writes them. It is of a version that had no
 * telemetry, on older versions of what it stands on.
 */
const FASTAPI: readonly Omit<TargetPart, 'target'>[] = [
  {
    name: 'declared answers, not whole responses',
    edits: [
      {
        file: 'app.py',
        from: 'async def small() -> Status:\n    return Status(status=1, msg="成功")\n',
        to: 'async def small():\n    return JSONResponse({"status": 1, "msg": "成功"})\n',
      },
    ],
  },
  {
    name: 'telemetry',
    edits: [
      {
        file: 'app.py',
        from: 'app = FastAPI(lifespan=lifespan)\n',
        to: 'app = FastAPI(lifespan=lifespan, telemetry={"tracing": False, "metrics": False, "logs": False})\n',
      },
    ],
  },
  {
    name: 'FastAPI 0.165 and Starlette 1.10, not 0.126 and 0.50',
    edits: [
      otherVersion(
        'fastapi',
        '0.165.0',
        '0.126.0',
        'c9330b9731e3bd2caae0a00e76353f86adbf592c5a25649a1682f3a92aeaff41',
      ),
      otherVersion(
        'starlette',
        '1.10.0',
        '0.50.0',
        '9e5391843ec9b6e472eed1365a78c8098cfceb7a74bfd4d6b1c0c0095efb3bca',
      ),
      { file: 'app.py', from: 'status_code=201, max_body_size=MOST_BYTES)', to: 'status_code=201)' },
    ],
  },
  {
    name: 'Uvicorn 0.54, not 0.40',
    edits: [
      otherVersion(
        'uvicorn',
        '0.54.0',
        '0.40.0',
        'c6c8f55bc8bf13eb6fa9ff87ad62308bbbc33d0b67f84293151efe87e0d5f2ee',
      ),
    ],
  },
  {
    name: 'uvloop 0.23, not 0.22',
    edits: [
      otherVersion(
        'uvloop',
        "0.23.0 ; platform_python_implementation != 'PyPy' and sys_platform != 'cygwin' and sys_platform != 'win32'",
        '0.22.1',
        '56a2d1fae65fd82197cb8c53c367310b3eabe1bbb9fb5a04d28e3e3520e4f702',
      ),
    ],
  },
];

const SPLIT = ['rust/axum', 'javascript/express:node', 'javascript/koa:single', 'python/fastapi:uvicorn'];

/** What differs between a target and TechEmpower's entry of its framework. */
export const gapParts: readonly TargetPart[] = [
  ...counters.filter(({ target }) => SPLIT.includes(target)),
  ...AXUM.map((part) => ({ target: 'rust/axum', ...part })),
  ...EXPRESS.map((part) => ({ target: 'javascript/express:node', ...part })),
  ...KOA.map((part) => ({ target: 'javascript/koa:single', ...part })),
  ...FASTAPI.map((part) => ({ target: 'python/fastapi:uvicorn', ...part })),
].sort((a, b) => b.target.localeCompare(a.target, 'en'));
