import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contractWithTables } from '../../src/commands/project/contract-tables.ts';
import { scenarios } from '../../src/model/index.ts';
import { PitwallError } from '../../src/util/errors.ts';
import { repository } from '../../src/util/repository.ts';

const contract = readFileSync(`${repository.targets}/CONTRACT.md`, 'utf8');
const BEGIN = contract.slice(contract.indexOf('<!-- scenarios'), contract.indexOf('-->') + 3);
const END = '<!-- /scenarios -->';
/** The markers of the other parts. */
const OTHERS = ['variables', 'tables']
  .map((part) => `${BEGIN.replace('scenarios', part)}\n<!-- /${part} -->\n`)
  .join('\n');

test('the contract in this checkout is what the code says', () => {
  assert.equal(contractWithTables(contract), contract);
});

test('what stands between the marks is written anew, the rest stays', () => {
  const text = contractWithTables(`# Before\n\n${BEGIN}\nold\n${END}\n\nAfter\n${OTHERS}`);
  assert.ok(text.startsWith(`# Before\n\n${BEGIN}\n\n| scenario | version |`));
  assert.ok(text.includes(`|\n\n${END}\n\nAfter\n`));
  assert.ok(!text.includes('old'));
  assert.equal(contractWithTables(text), text, 'a second time changes nothing');
});

test('every scenario is a row of five columns', () => {
  const rows = contractWithTables(`${BEGIN}${END}\n${OTHERS}`)
    .split('<!-- variables')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'));
  assert.ok(rows);
  assert.equal(rows.length, scenarios.length);
  for (const [index, row] of rows.entries()) {
    // A pipe inside a cell is escaped, or the table would gain a column.
    assert.equal(row.replaceAll('\\|', '').split('|').length - 2, 5, row);
    assert.ok(row.startsWith(`| \`${scenarios[index]?.id}\` | ${scenarios[index]?.version} |`));
  }
});

test('the variables of each database and the columns of its tables are there', () => {
  assert.match(contract, /^\| `PGHOST`, .* \| PostgreSQL, as libpq names them \|$/m);
  assert.match(contract, /^- `accounts` \(MySQL\): id bigint .*; introduction varchar\(500\)/m);
});

for (const [name, text] of [
  ['without marks', '# Contract'],
  ['with the first alone', `# Contract\n${BEGIN}\n`],
  ['with the marks turned round', `${END}\n${BEGIN}`],
  ['with one part alone', `${BEGIN}\n${END}`],
] as const) {
  test(`a contract ${name} is refused, not overwritten`, () => {
    assert.throws(
      () => contractWithTables(text),
      (error) => error instanceof PitwallError && error.where === 'targets/CONTRACT.md',
    );
  });
}
