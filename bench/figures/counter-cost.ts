/**
 * Measures what it costs a target to count its requests, which the contract asks for. Builds a copy of each target
 * without its counting middleware, starts both afresh in each block on the same processor, and loads them in turn, a
 * second each, in random order. Prints what the target does divided by what the copy does. Writes nothing but copies
 * below .cache.
 *
 *   npm run figure -- counter-cost -- [target …] [--blocks 4] [--cycles 5] [--seed 1]
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isOutput } from '../src/launch/files-digest.ts';
import type { Bench } from '../src/measure/bench.ts';
import type { Ready } from '../src/measure/blocks/live-server.ts';
import { buildTarget } from '../src/measure/prepare.ts';
import { table } from '../src/terminal/table.ts';
import { messageOf, PitwallError } from '../src/util/errors.ts';
import { seededRandom } from '../src/util/random.ts';
import { repository } from '../src/util/repository.ts';
import { copyEdited, type Edit } from './support/edited-copy.ts';
import { readyTargets, withSession } from './support/measuring.ts';
import { type BlockSlices, measureBlock, shownRatio, sideBySide, startOurs } from './support/side-by-side.ts';

const { values, positionals } = parseArgs({
  options: {
    blocks: { type: 'string', default: '4' },
    cycles: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const blocks = Number(values.blocks);
const cycles = Number(values.cycles);
if (![blocks, cycles].every((count) => Number.isInteger(count) && count > 1)) {
  console.error('--blocks and --cycles take a whole number of 2 or more');
  process.exit(2);
}

/** Each leaves a target without its counting middleware: GET /count still answers, always the same. */
const UNCOUNTED: readonly (Edit & { target: string })[] = [
  {
    target: 'go/gin:raw',
    file: 'router.go',
    from: '\t\tfunc(c *gin.Context) { requests.Add(1) },\n',
    to: '',
  },
  {
    target: 'go/fiber',
    file: 'router.go',
    from: 'func(c fiber.Ctx) error {\n\t\trequests.Add(1)\n\t\treturn c.Next()\n\t}, recoverer.New()',
    to: 'recoverer.New()',
  },
  {
    target: 'rust/axum',
    file: 'src/app.rs',
    from: '        .layer(MapRequestLayer::new(counted_by(app.clone())))\n',
    to: '',
  },
  {
    target: 'javascript/express:node',
    file: 'src/app.js',
    from: '  app.use((_request, _response, next) => {\n    requests++;\n    next();\n  });\n',
    to: '',
  },
  {
    target: 'javascript/fastify:node',
    file: 'src/app.js',
    from: "  app.addHook('onRequest', (_request, _reply, done) => {\n    requests++;\n    done();\n  });\n",
    to: '',
  },
  {
    target: 'javascript/hono:node',
    file: 'src/app.js',
    from: '  app.use(async (_c, next) => {\n    requests++;\n    await next();\n  });\n',
    to: '',
  },
  {
    target: 'javascript/koa:single',
    file: 'src/app.js',
    from: '  app.use((_ctx, next) => {\n    counter.add();\n    return next();\n  });\n',
    to: '',
  },
  {
    target: 'java/vertx:jvm',
    file: 'src/main/java/pitwall/Routes.java',
    from: 'router.route().handler(this::count).failureHandler(',
    to: 'router.route().failureHandler(',
  },
  { target: 'python/fastapi:uvicorn', file: 'app.py', from: 'app.add_middleware(CountRequests)\n', to: '' },
];

const wanted = UNCOUNTED.filter(
  ({ target }) =>
    positionals.length === 0 ||
    positionals.includes(target) ||
    positionals.includes(target.replace(/:.*/, '')),
);
if (wanted.length === 0) {
  console.error(`No such target here; known are: ${UNCOUNTED.map(({ target }) => target).join(', ')}`);
  process.exit(2);
}

/** The cheapest scenarios, of which the middleware is the largest part. */
const PATHS = ['/json', '/plaintext'];
const random = seededRandom(Number(values.seed));

await withSession([], async (session) => {
  const rows: string[][] = [];
  for (const edit of wanted) {
    try {
      console.error(`${edit.target}: building`);
      const [counting] = await readyTargets(session, [edit.target]);
      if (!counting) continue;
      const uncounted = await withoutCounter(session, counting, edit);
      const measured: Map<string, BlockSlices>[] = [];
      for (let block = 0; block < blocks; block++) {
        console.error(`${edit.target}: block ${block + 1} of ${blocks}`);
        measured.push(
          await measureBlock(session, {
            start: { ours: () => startOurs(session, counting), theirs: () => startOurs(session, uncounted) },
            paths: PATHS,
            language: counting.targetVariant.target.manifest.language,
            cycles,
            random,
          }),
        );
      }
      for (const path of PATHS) {
        const { throughput, cpu } = sideBySide(measured.flatMap((block) => block.get(path) ?? []));
        rows.push([edit.target, path.slice(1), shownRatio(throughput, 3), shownRatio(cpu, 3)]);
        console.error(`  ${rows.at(-1)?.slice(1).join(' | ')}`);
      }
    } catch (error) {
      session.signal.throwIfAborted();
      console.error(`${edit.target} is left out: ${messageOf(error)}`);
    }
  }
  console.log(
    table(
      [
        { title: 'target' },
        { title: 'scenario' },
        { title: 'throughput, counting / not' },
        { title: 'processor time a request, counting / not' },
      ],
      rows,
    ),
  );
});

/** Builds an edited copy in a folder `targets` of its own, beside a copy of the shared data. */
async function withoutCounter(session: Bench, { targetVariant }: Ready, edit: Edit): Promise<Ready> {
  const { target } = targetVariant;
  const targets = join(repository.cache, 'counter-cost', 'targets');
  const folder = join(targets, target.id);
  const next = 'Write the edit in bench/figures/counter-cost.ts anew';
  copyEdited(repository.shared, join(targets, 'shared'), [], { next });
  // A first copy takes what the target's build left, which saves most of its own.
  const hasBuilt = existsSync(folder);
  copyEdited(target.folder, folder, [edit], { next, leaveOut: (path) => hasBuilt && isOutput(path) });
  const copied = { ...targetVariant, target: { ...target, folder } };
  const outcome = await buildTarget(session, copied.target);
  if ('built' in outcome) return { targetVariant: copied, built: outcome.built };
  throw new PitwallError({
    what: 'The copy without its counter cannot be built',
    where: folder,
    expected: 'a build like the target’s own',
    seen: outcome.leftOut.reason,
    next: outcome.leftOut.next,
  });
}
