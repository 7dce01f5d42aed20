import {
  type Definition,
  databaseFacts,
  databaseKinds,
  databaseTitles,
  scenarios,
  tablesOf,
} from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';

/** The parts of `targets/CONTRACT.md` that follow from the code, by the name in their markers. */
const parts: Readonly<Record<string, (shown: readonly Definition[]) => string>> = {
  scenarios: scenarioTable,
  variables: variableTable,
  tables: tableList,
};

const beginOf = (part: string): string => `<!-- ${part}: written by \`npm run bench -- schema --write\` -->`;
const endOf = (part: string): string => `<!-- /${part} -->`;

/** The text of `targets/CONTRACT.md` with the parts that the code defines. */
export function contractWithTables(text: string, shown: readonly Definition[] = scenarios): string {
  return Object.entries(parts).reduce((written, [part, write]) => {
    const begin = written.indexOf(beginOf(part));
    const end = written.indexOf(endOf(part));
    if (begin === -1 || end < begin) throw lostMarkers(part);
    const head = written.slice(0, begin + beginOf(part).length);
    return `${head}\n\n${write(shown)}\n\n${written.slice(end)}`;
  }, text);
}

function lostMarkers(part: string): PitwallError {
  return new PitwallError({
    what: `The contract has lost the markers of its ${part}`,
    where: 'targets/CONTRACT.md',
    expected: `${beginOf(part)} … ${endOf(part)}`,
    seen: 'not both markers',
    next: 'git checkout targets/CONTRACT.md',
  });
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function scenarioTable(shown: readonly Definition[]): string {
  return [
    '| scenario | version | request | response | database |',
    '|---|---|---|---|---|',
    ...shown.map(
      ({ id, version, route, answer, database }) =>
        `| \`${id}\` | ${version} | \`${cell(route)}\` | ${cell(answer)} | ${database ?? ''} |`,
    ),
  ].join('\n');
}

/** The variables that lead a server to each database. */
function variableTable(): string {
  const rows = Object.values(databaseFacts).map(({ given: [names, meaning] }) => `| ${names} | ${meaning} |`);
  return ['| name | meaning |', '|---|---|', ...rows].join('\n');
}

/** The tables of each database, with their columns as the database is asked for them. */
function tableList(shown: readonly Definition[]): string {
  return databaseKinds
    .flatMap((kind) => tablesOf(kind, shown).map((table) => ({ kind, table })))
    .map(({ kind, table: { name, columns } }) => {
      const all = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
      return `- \`${name}\` (${databaseTitles[kind]}): ${all.join('; ')}`;
    })
    .join('\n');
}
