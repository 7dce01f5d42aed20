import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../src/util/repository.ts';

/** What somebody who adds one thing to this project touches, with a made-up one of each kind. */
export interface Addition {
  /** `a metric` */
  what: string;
  /** The folder that the new thing has to itself. */
  folder?: string;
  /** Files that are written, with their text. */
  written: Readonly<Record<string, string>>;
  /** Files that are edited: each text occurs once, and another takes its place. */
  edited: Readonly<Record<string, readonly (readonly [text: string, instead: string])[]>>;
  /** Most files to touch outside the folder. */
  reach: number;
  /** What else a reader may have to know. */
  note: string;
}

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
/** Adds `line` after the one line that holds `anchor`. */
const after = (anchor: string, line: string) => [anchor, `${anchor}\n${line}`] as const;

function scenario(id: string, chinese: string): Pick<Addition, 'written' | 'edited'> {
  return {
    written: { [`bench/src/scenarios/${id}.ts`]: fixture(`${id}.ts.txt`) },
    edited: {
      'bench/src/scenarios/list.ts': [
        after("import { users } from './users.ts';", `import { ${id} } from './${id}.ts';`),
        after('  asset,', `  ${id},`),
      ],
      'site/src/messages/zh/scenarios.ts': [
        [
          '  users: {\n',
          `  ${id}: { title: '${chinese}', summary: '一张小表的所有行。', answer: '200 \`[…]\`' },\n  users: {\n`,
        ],
      ],
    },
  };
}

/** bombardier as the tests of loaders have it, as a file of `src/load`. */
const bombardier = readFileSync(join(repository.root, 'bench/test/load/bombardier.ts'), 'utf8')
  .replaceAll("'../../src/load/", "'./")
  .replaceAll("'../../src/", "'../");

export const additions: readonly Addition[] = [
  {
    what: 'a scenario on an existing database',
    ...scenario('proverbs', '谚语'),
    reach: 3,
    note: 'the targets that serve it name it; a fourth file if its rows are also a file for servers',
  },
  {
    what: 'a loader',
    written: { 'bench/src/load/bombardier.ts': bombardier },
    edited: {
      'bench/src/load/loaders.ts': [
        after(
          "import { autocannonLoader } from './autocannon.ts';",
          "import { bombardier } from './bombardier.ts';",
        ),
        ['[wrkLoader, ohaLoader, autocannonLoader]', '[wrkLoader, ohaLoader, autocannonLoader, bombardier]'],
      ],
    },
    reach: 2,
    note: 'if it is built from a crate, its version also stands in `bench/loader/Cargo.toml`, for Dependabot',
  },
  {
    what: 'a metric',
    written: {},
    edited: {
      'bench/src/model/metric.ts': [
        [
          '] as const satisfies readonly MetricRow[];',
          `  {
    id: 'wallTimeRatio',
    slug: 'wall-time',
    title: 'Wall time',
    explanation: 'time from start to end of the loader, by the time under load',
    change: { worse: 'takes {share} more wall time', better: 'takes {share} less wall time' },
    changeAfter: { worse: 'more', better: 'less' },
    unit: 'ratio',
    direction: 'lower',
    loop: null,
    from: ['wallSeconds', 'durationSeconds'],
    isFitted: false,
    movesWithMachine: false,
    minimumEffect: 0.05,
    runDiffThreshold: null,
    isCompared: true,
  },
] as const satisfies readonly MetricRow[];`,
        ],
      ],
      'bench/src/model/cell-columns.ts': [
        after(
          "  stolenRatio: { ofBlock: 'own', missing: 'no-accounting' },",
          "  wallSeconds: { ofBlock: 'sum', ...notReported, since: '2026-12-01' },",
        ),
      ],
      'bench/src/measure/slice/figures.ts': [
        after(
          '    stolenRatio: stolenRatio(before.times, after.times, observed.processors),',
          '    wallSeconds: outcome.seconds,',
        ),
      ],
      'site/src/messages/zh/metrics.ts': [
        [
          '  peakMemoryBytes: {',
          "  wallTimeRatio: { title: '总时长', explanation: '与压测时长之比', of: '的总时长' },\n  peakMemoryBytes: {",
        ],
      ],
    },
    reach: 4,
    note: 'two if recorded columns hold what it is made of',
  },
  {
    what: 'a ranking column',
    written: {},
    edited: {
      'bench/src/words/ranking-columns.ts': [
        [
          "  {\n    id: 'outcome',",
          `  {
    id: 'starts',
    title: 'Starts',
    align: 'right',
    text: (row, { words }) => String(estimateOf(row)?.count ?? words.none),
    terminal: true,
    page: { on: 'second-line' },
    csv: { starts: (row) => estimateOf(row)?.count ?? null },
  },
  {
    id: 'outcome',`,
        ],
      ],
      'site/src/messages/zh/ranking.ts': [after("    factor: '与最优的差距',", "    starts: '启动次数',")],
    },
    reach: 2,
    note: 'one if pages do not show it',
  },
  {
    what: 'a third language of the site',
    folder: 'site/src/messages/eo',
    written: {
      'site/src/messages/eo/index.ts': `import { type Messages, messages as english } from '../en/index.ts';

export const messages: Messages = {
  ...english,
  language: 'eo',
  languageName: 'Esperanto',
  ranking: { ...english.ranking, download: 'Ĉi tiu tabelo kiel' },
};
`,
    },
    edited: {},
    reach: 0,
    note: '',
  },
  {
    what: 'a database',
    folder: 'bench/src/databases/cardfile',
    written: {
      'bench/src/databases/cardfile/engine.ts': fixture('cardfile/engine.ts.txt'),
      'bench/src/databases/cardfile/server.mjs': fixture('cardfile/server.mjs'),
    },
    edited: {
      'bench/src/scenarios/definition/databases.ts': [
        [
          '} as const satisfies Record<string, DatabaseFacts>;',
          `  cardfile: {
    title: 'Card file',
    urlVariable: 'PITWALL_CARDFILE_URL',
    given: ['\`CARDFILE_HOST\`, \`CARDFILE_PORT\`', 'the card file'],
    monitoringConnections: 0,
  },
} as const satisfies Record<string, DatabaseFacts>;`,
        ],
      ],
      'compose.yaml': [
        [
          '  # Holds the loaders if',
          `  cardfile:
    <<: *confined
    profiles: [cardfile]
    image: pitwall/cardfile:1
    cpuset: \${PITWALL_PROCESSORS:-}
    command: [node, server.mjs, "\${PITWALL_PORT:-7000}"]

  # Holds the loaders if`,
        ],
      ],
    },
    reach: 2,
    note: '`compose.yaml` only if it also runs as a container',
  },
];

/** A scenario on the made-up database, which shows that scenarios and servers can use it. */
export const scenarioOnNewDatabase: Addition = {
  what: 'a scenario on the new database',
  ...scenario('cards', '卡片'),
  reach: 3,
  note: '',
};

/** The files that an addition touches outside of its own folder. */
export function touchedBy({ folder, written, edited }: Addition): string[] {
  return [...Object.keys(written), ...Object.keys(edited)].filter(
    (path) => folder === undefined || !path.startsWith(`${folder}/`),
  );
}
