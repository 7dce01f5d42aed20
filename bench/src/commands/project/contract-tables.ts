import { type Definition, scenarios } from '../../model/index.ts';
import { PitwallError } from '../../util/errors.ts';

const BEGIN = '<!-- scenarios: written by `npm run bench -- schema --write` -->';
const END = '<!-- /scenarios -->';

/** The text of `targets/CONTRACT.md` with its table of scenarios as the code defines them. */
export function contractWithTables(text: string, shown: readonly Definition[] = scenarios): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin === -1 || end < begin) {
    throw new PitwallError({
      what: 'The contract has lost the markers of its table',
      where: 'targets/CONTRACT.md',
      expected: `${BEGIN} … ${END}`,
      seen: 'not both markers',
      next: 'git checkout targets/CONTRACT.md',
    });
  }
  return `${text.slice(0, begin + BEGIN.length)}\n\n${scenarioTable(shown)}\n\n${text.slice(end)}`;
}

function scenarioTable(shown: readonly Definition[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [
    '| scenario | version | request | response | database |',
    '|---|---|---|---|---|',
    ...shown.map(
      ({ id, version, route, answer, database }) =>
        `| \`${id}\` | ${version} | \`${cell(route)}\` | ${cell(answer)} | ${database ?? ''} |`,
    ),
  ].join('\n');
}
