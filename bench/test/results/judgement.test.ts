import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { verdict } from '../../src/commands/comparing/verdict.ts';
import { lint } from '../../src/commands/project/lint.ts';
import { publish } from '../../src/publish/publish.ts';
import { exitCodes, PitwallError } from '../../src/util/errors.ts';
import { repositoryAt } from '../../src/util/repository.ts';
import { isPlainText } from '../../src/util/text.ts';
import { invocationIn } from '../measure/support/invocation.ts';
import type { MadeRepository } from '../measure/support/repository.ts';
import { writeBelievableComparison } from '../publish/believable-comparison.ts';
import { writeBelievableReleases } from '../publish/believable-releases.ts';
import { writeBelievableResults } from '../publish/believable-results.ts';

/** Hostile results, case by case: what `lint` says of each, and that `publish` says the same. */

const MACHINE = 'epyc-9354-4c-16g';
const COMPARISON = `comparisons/${MACHINE}/2026/20260603T020000Z-6c9f8ca.json`;

let made = {} as MadeRepository;
let results = '';
/** The run's folder, below the results folder. */
let run = '';

beforeEach(async () => {
  const repository = repositoryAt(mkdtempSync(join(tmpdir(), 'pitwall-judgement-')));
  made = { repository } as MadeRepository;
  results = repository.results;
  run = (await writeBelievableResults(results, { only: ['go-gin.json', 'rust-axum.json'] })).slice(
    results.length + 1,
  );
  await writeBelievableComparison(results, MACHINE);
});
afterEach(() => rmSync(made.repository.root, { recursive: true, force: true }));

const place = (path: string): string => join(results, path);
// biome-ignore lint/suspicious/noExplicitAny: the tests write what no type allows.
type Loose = any;
function change(path: string, spoil: (document: Loose) => void): void {
  const document = JSON.parse(readFileSync(place(path), 'utf8'));
  spoil(document);
  writeFileSync(place(path), JSON.stringify(document));
}
function move(from: string, to: string): void {
  mkdirSync(dirname(place(to)), { recursive: true });
  renameSync(place(from), place(to));
}

/** Four parts, whether thrown or listed; `null` where there is nothing to say. */
async function lintError(): Promise<string | null> {
  const invocation = invocationIn(made, { options: { json: true } });
  try {
    if ((await lint.run(invocation)) === exitCodes.ok) return null;
  } catch (error) {
    assert.ok(error instanceof PitwallError, (error as Error).stack);
    return error.message;
  }
  const findings = JSON.parse(invocation.output()) as { level: string; where: string; what: string }[];
  return findings
    .flatMap(({ level, where, what }) => (level === 'error' ? [`${where}: ${what}`] : []))
    .join('\n');
}

async function publishError(): Promise<string | null> {
  try {
    await publish({ resultsFolder: results, siteFolder: made.repository.site });
    return null;
  } catch (error) {
    assert.ok(error instanceof PitwallError, (error as Error).stack);
    return error.message;
  }
}

test('results that are right pass, and are published', async () => {
  assert.equal(await lintError(), null);
  assert.equal(await publishError(), null);
});

const gin = (): string => `${run}/go-gin.json`;
const cases: [string, () => void, RegExp][] = [
  [
    'a comparison whose id is not the name of its file',
    () =>
      change(COMPARISON, (comparison) => {
        comparison.id = 'another';
      }),
    /wrong place/,
  ],
  [
    'a comparison of another machine than its folder says',
    () =>
      change(COMPARISON, (comparison) => {
        comparison.machine = 'unheard-of';
      }),
    /wrong place/,
  ],
  [
    'a comparison of another year',
    () =>
      change(COMPARISON, (comparison) => {
        comparison.startedAt = '2025-06-03T02:00:00.000Z';
      }),
    /wrong place/,
  ],
  [
    'two comparisons with one address',
    () => {
      const copy = COMPARISON.replace('/2026/', '/2025/');
      mkdirSync(dirname(place(copy)), { recursive: true });
      writeFileSync(place(copy), readFileSync(place(COMPARISON)));
      change(copy, (comparison) => {
        comparison.startedAt = '2025-06-03T02:00:00.000Z';
      });
    },
    /same name/,
  ],
  [
    'a cell of a pair of sides that is not there',
    () =>
      change(COMPARISON, (comparison) => {
        comparison.cells[0].pair = 99;
      }),
    /cells\.0\.pair/,
  ],
  [
    'figures whose ratio no number holds',
    () =>
      change(COMPARISON, ({ cells: [{ rounds }] }) =>
        Object.assign(rounds, { base: rounds.base.map(() => 1e-308) }),
      ),
    /rounds\.base\.0/,
  ],
  [
    'a rate that is no part of an address',
    () =>
      change(COMPARISON, ({ cells: [cell] }) => {
        cell.loadShape = { ...cell.loadShape, loader: 'oha', rate: { perSecond: 0.5 } };
      }),
    /perSecond/,
  ],
  [
    'a duration too short to divide by',
    () =>
      change(gin(), ({ cells: [{ rounds }] }) => {
        rounds.durationSeconds[0] = 1e-320;
      }),
    /durationSeconds/,
  ],
  [
    'a throughput that no server has, of two possible numbers',
    () =>
      change(gin(), ({ cells: [{ rounds }] }) => {
        delete rounds.throughputPerSecond;
        rounds.requests[0] = 1e15;
        rounds.durationSeconds[0] = 1e-3;
      }),
    /throughputPerSecond is 1000000000000000000, which no server has/,
  ],
  [
    'a histogram that is none',
    () =>
      change(gin(), ({ cells }) => {
        const cell = cells.find((one: Loose) => one.latencyHistogram);
        cell.latencyHistogram.encoded = 'AAAA';
      }),
    /histogram cannot be decoded/,
  ],
  [
    'a negative share in a warm-up',
    () =>
      change(gin(), (result) => {
        const second = { throughputPerSecond: [1], durationSeconds: [1], cpuPerRequestNanoseconds: [1] };
        const start = {
          block: 0,
          scenario: 'json',
          loadShapeId: 'wrk-64',
          place: 0,
          steady: true,
          lightSeconds: 0,
        };
        result.warmups = [{ ...start, ...second, compilingRatio: [-1], latencyMaxSeconds: [1] }];
      }),
    /compilingRatio/,
  ],
  [
    'a negative figure',
    () =>
      change(gin(), ({ cells: [{ rounds }] }) => {
        rounds.errors[0] = -1;
      }),
    /errors is negative/,
  ],
  [
    'a cell under the id of another load shape',
    () =>
      change(gin(), ({ cells: [cell] }) => {
        cell.loadShapeId = 'wrk-1';
      }),
    /has the load shape/,
  ],
  ['a cell twice', () => change(gin(), ({ cells }) => cells.push(cells[0])), /two cells/],
  [
    'a run that ends before it starts',
    () =>
      change(`${run}/run.json`, (one) => {
        one.finishedAt = '2026-01-01T00:00:00.000Z';
      }),
    /ends before it starts/,
  ],
  [
    'a comparison that ends before it starts',
    () =>
      change(COMPARISON, (one) => {
        one.finishedAt = '2026-01-01T00:00:00.000Z';
      }),
    /ends before it starts/,
  ],
  [
    'a comparison of the future',
    () => {
      const future = COMPARISON.replace('/2026/', '/2099/');
      move(COMPARISON, future);
      change(future, (one) =>
        Object.assign(one, { startedAt: '2099-06-03T02:00:00.000Z', finishedAt: '2099-06-03T03:00:00.000Z' }),
      );
    },
    /of the future/,
  ],
  [
    'a run of the future',
    () => {
      const future = run.replace('/2026/', '/2099/');
      move(run, future);
      change(`${future}/run.json`, (one) =>
        Object.assign(one, { startedAt: '2099-06-03T02:00:00.000Z', finishedAt: '2099-06-03T03:00:00.000Z' }),
      );
    },
    /of the future/,
  ],
  [
    'a run of the year 0',
    () => {
      const past = run.replace('/2026/', '/0000/');
      move(run, past);
      change(`${past}/run.json`, (one) => {
        one.startedAt = '0000-01-01T00:00:00.000Z';
      });
    },
    /starts before/,
  ],
  [
    'a run in the folder of another year',
    () => move(run, run.replace('/2026/', '/2026 <b>/')),
    /wrong place.*startedAt/,
  ],
  ['a run in the folder of another name', () => move(run, `${run}x`), /wrong place.*id/],
  [
    'a calibration whose name no machine has',
    () => {
      mkdirSync(place('calibrations'));
      writeFileSync(place('calibrations/A b.json'), '{"schemaVersion":1,"comparisons":[],"latency":[]}');
    },
    /not that of a machine/,
  ],
  [
    'a name that is half of a surrogate pair',
    () =>
      change(gin(), (result) => {
        result.name = 'Gin \ud800';
      }),
    /› name/,
  ],
  [
    'a name with a noncharacter',
    () =>
      change(gin(), (result) => {
        result.name = 'Gin \ufffe';
      }),
    /› name/,
  ],
  [
    'a reason that is turned around',
    () =>
      change(gin(), ({ cells: [cell] }) => {
        cell.failures = [{ round: 0, what: 'a\u202eb' }];
      }),
    /failures\.0\.what/,
  ],
  [
    'a key that is a prototype to others',
    () =>
      writeFileSync(
        place(gin()),
        readFileSync(place(gin()), 'utf8')
          .replace('"missing": {', '"missing": {"__proto__":{},')
          .replace('"missing":{', '"missing":{"__proto__":{},'),
      ),
    /__proto__/,
  ],
  [
    'a hundred thousand levels',
    () =>
      writeFileSync(place(gin()), `{"schemaVersion":1,"cells":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    /levels/,
  ],
];
describe('what lint refuses and publish dies of is refused by both, in four parts', () => {
  for (const [name, spoil, pattern] of cases) {
    test(name, async () => {
      spoil();
      const said = await lintError();
      assert.match(said ?? 'nothing', pattern);
      assert.ok(isPlainText(said ?? ''), said ?? '');
      if (name !== 'a histogram that is none') assert.match((await publishError()) ?? 'nothing', pattern);
    });
  }

  test('a histogram that is none is not drawn, and hurts no page', async () => {
    change(gin(), ({ cells }) => {
      for (const cell of cells) if (cell.latencyHistogram) cell.latencyHistogram.encoded = 'AAAA';
    });
    assert.equal(await publishError(), null);
  });
});

describe('anything that is no file is refused before it is opened, wherever it is', () => {
  const places: [string, () => string][] = [
    ['a machine', () => 'machines/other.json'],
    ['a run', () => `${run}/go-secret.json`],
    ['a comparison', () => COMPARISON.replace('6c9f8ca', 'aaaaaaa')],
    ['a study', () => 'published/2020-x.json'],
    ['a calibration', () => `calibrations/${MACHINE}.json`],
    ['a document beside the results', () => 'NOTES.md'],
    ['a hidden file', () => 'runs/.hidden'],
  ];
  const kinds: [string, (path: string) => void, RegExp][] = [
    ['a link to a file', (path) => symlinkSync('/etc/passwd', path), /symbolic link/],
    ['a link to a device that never ends', (path) => symlinkSync('/dev/zero', path), /symbolic link/],
    ['a link to a folder', (path) => symlinkSync('/etc', path), /symbolic link/],
    ['a pipe', (path) => execFileSync('mkfifo', [path]), /a pipe/],
  ];
  for (const [where, path] of places) {
    for (const [kind, make, pattern] of kinds) {
      test(`${kind} in the place of ${where}`, { timeout: 20_000 }, async () => {
        mkdirSync(dirname(place(path())), { recursive: true });
        make(place(path()));
        for (const said of [await lintError(), await publishError()]) {
          assert.match(said ?? 'nothing', pattern);
          assert.doesNotMatch(said ?? '', /root:/);
        }
      });
    }
  }

  test('and so is a folder of the results that is a link', async () => {
    renameSync(place('comparisons'), join(made.repository.root, 'elsewhere'));
    symlinkSync(join(made.repository.root, 'elsewhere'), place('comparisons'));
    for (const said of [await lintError(), await publishError()])
      assert.match(said ?? 'nothing', /symbolic link/);
  });

  test('and a comparison that is named on the command line', async () => {
    const link = place('link.json');
    symlinkSync('/etc/passwd', link);
    await assert.rejects(
      async () => verdict.run(invocationIn(made, { arguments: [link] })),
      (error) => error instanceof PitwallError && /symbolic link/.test(error.seen),
    );
  });
});

describe('histories of releases', () => {
  let folder = '';
  beforeEach(() => {
    folder = writeBelievableReleases(results, MACHINE);
  });
  const history = (): string => `${folder}/history.json`;

  test('one that is right passes', async () => {
    assert.equal(await lintError(), null);
  });

  const cases: [string, (document: Loose) => void, RegExp][] = [
    ['a release twice', ({ releases }) => releases.push(releases.at(-1)), /each once/],
    ['releases in another order', ({ releases }) => releases.reverse(), /order is that of versions/],
    [
      'no frozen release',
      ({ releases }) => {
        releases[1].outcome = { state: 'left-out', code: 'withdrawn', reason: 'yanked' };
      },
      /0 releases are frozen/,
    ],
    [
      'a release with the comparison of another one',
      ({ releases }) => {
        releases[0].outcome = releases[3].outcome;
      },
      /has github.com\/gin-gonic\/gin 1.10.0 as its head, where .* 1.9.0 belongs/,
    ],
    [
      'a comparison that is not there',
      ({ releases }) => {
        releases[0].outcome.comparison = '20260101T000000Z-0123456';
      },
      /is missing/,
    ],
    ['a comparison of no release', ({ confirmations }) => confirmations.pop(), /belongs to no release/],
    [
      'a step back in time',
      ({ confirmations }) => {
        confirmations[0].to = '1.9.0';
      },
      /not one between measured releases/,
    ],
    [
      'a cause of no step',
      (document) => {
        document.causes = [{ to: '1.9.1', text: 'It waits.', link: 'https://example.org/1' }];
      },
      /cause named for 1\.9\.1 is that of no step/,
    ],
    [
      'two causes of one release',
      (document) => {
        const cause = { to: '1.10.1', text: 'It waits.', link: 'https://example.org/1' };
        document.causes = [cause, { ...cause, text: 'It copies.' }];
      },
      /two causes are named for 1\.10\.1/,
    ],
    [
      'a release of the future',
      ({ releases }) => {
        releases[0].releasedAt = '2990-01-01T00:00:00.000Z';
      },
      /of the future/,
    ],
    [
      'a link that is no address of the web',
      ({ releases }) => {
        releases[0].changelog = 'javascript:alert(1)';
      },
      /changelog/,
    ],
    [
      'another target than its folder says',
      (document) => {
        document.target = 'go/echo';
      },
      /in the wrong place/,
    ],
  ];
  for (const [name, spoil, said] of cases)
    test(name, async () => {
      change(history(), spoil);
      assert.match((await lintError()) ?? '', said);
    });

  test('a comparison with another frozen release', async () => {
    const [, , , measured] = JSON.parse(readFileSync(place(history()), 'utf8')).releases;
    change(`${folder}/${measured.outcome.comparison}.json`, ({ pairs }) => {
      pairs[0].base.pinned.version = '1.8.0';
    });
    assert.match((await lintError()) ?? '', /gin 1.8.0 as its base, where .* 1.9.1 belongs/);
  });

  test('a comparison in a folder without a history', async () => {
    rmSync(place(history()));
    assert.match((await lintError()) ?? '', /no history.json beside it/);
  });
});
