import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readSharedData } from '../../src/catalog/shared-data.ts';
import { NONCE, scenarioIds, scenarios } from '../../src/model/index.ts';
import { repository } from '../../src/util/repository.ts';
import { requestShowing, rowsOf } from '../../src/verify/judge/rows.ts';

/** What the types of a scenario cannot hold. */

const data = readSharedData(repository);

test('each id is there once', () => assert.equal(new Set(scenarioIds).size, scenarioIds.length));

for (const scenario of scenarios) {
  const { id, body, table, inserts } = scenario;
  describe(id, () => {
    const requests = scenario.requests(data);

    test('has a file of its name', () => {
      assert.ok(existsSync(join(repository.root, `bench/src/scenarios/${id}.ts`)));
    });

    test('answers as its kind of body says', () => {
      assert.ok(requests.length > 0);
      for (const request of requests.slice(0, 20)) {
        const expected = scenario.expected(request, data);
        assert.equal(expected.contentType === 'text/plain', body === 'text');
        if (body === 'text') assert.equal(typeof expected.body, 'string');
        else assert.equal(rowsOf(expected.body) !== null, body === 'rows');
        if (body === 'one') assert.ok(Object.hasOwn(Object(expected.body), 'id'));
        assert.equal(expected.body === null, body === 'count');
      }
    });

    if (table) {
      const rows = data.of(table.rows);

      test('its rows have the columns of its table, each an id of its own', () => {
        assert.match(table.name, /^[a-z_]+$/);
        for (const column of Object.keys(table.columns)) assert.match(column, /^[a-z_]+$/);
        for (const row of rows) {
          assert.deepEqual(Object.keys(row).sort(), Object.keys(table.columns).sort());
        }
        assert.equal(new Set(rows.map((row) => row.id)).size, rows.length);
        for (const hidden of table.hidden ?? []) assert.ok(hidden in table.columns, hidden);
      });

      test('what changes in mid-load is a text that no one takes for a number, and a response shows it', () => {
        for (const row of rows) {
          for (const column of table.changes) {
            assert.ok(!table.hidden?.includes(column), column);
            assert.ok(Number.isNaN(Number(row[column])), String(row[column]));
          }
        }
        const [first, last] = [rows[0], rows.at(-1)];
        assert.ok(first && last);
        if (!inserts) for (const { id } of [first, last]) assert.ok(requestShowing(scenario, id, data).path);
      });
    }

    if (inserts) {
      test('each request adds a row of its own', () => {
        for (const { body: sent = '' } of requests) assert.match(JSON.parse(sent)[inserts.text], /\{nonce\}/);
        assert.equal(NONCE, '{nonce}');
        for (const column of [inserts.text, ...Object.keys(inserts.generated)]) {
          assert.ok(table && column in table.columns, column);
        }
      });
    }
  });
}
