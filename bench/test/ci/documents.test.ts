import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { commands } from '../../src/commands/index.ts';
import { markCodes } from '../../src/model/index.ts';
import { repository } from '../../src/util/repository.ts';
import { allCheckIds, furtherCheckIds } from '../../src/verify/verify.ts';

/** What the documents name must be there. */

const read = (file: string): string => readFileSync(join(repository.root, file), 'utf8');
/** A document with its lines joined: a link or a command may be on two. */
const joined = (file: string): string => read(file).replaceAll(/\s+/g, ' ');
const LINK = /\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g;
const COMMAND = /npm run bench -- ([^`#|]+)/g;
const documents = [
  'README.md',
  '.github/CONTRIBUTING.md',
  '.github/README.md',
  '.github/OPERATING.md',
  '.github/SECURITY.md',
  '.github/THREATS.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  'bench/README.md',
  'bench/ACCURACY.md',
  'bench/GLOSSARY.md',
  'results/README.md',
  'site/README.md',
  'targets/CONTRACT.md',
];

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

for (const file of documents) {
  describe(file, () => {
    const text = joined(file);

    test('links lead somewhere', () => {
      for (const [link, path = '', anchor] of text.matchAll(LINK)) {
        if (/^https?:/.test(path)) continue;
        const to = path === '' ? file : join(dirname(file), path);
        assert.ok(existsSync(join(repository.root, to)), link);
        if (anchor !== undefined) assert.ok(anchorsOf(to).includes(anchor), link);
      }
    });

    test('commands are commands', () => {
      for (const [, words = ''] of text.matchAll(COMMAND)) {
        const known = commands.some(({ name }) => `${words.trim()} `.startsWith(`${name} `));
        assert.ok(known || /^(?:ci|--help)$/.test(words.trim()), words);
      }
    });
  });
}

test('links and commands are found in the documents', () => {
  const all = documents.map(joined).join('\n');
  for (const pattern of [LINK, COMMAND]) assert.ok([...all.matchAll(pattern)].length >= 10, String(pattern));
});

test('the section "What is fair" names only checks and marks that exist', () => {
  const fair = read('.github/CONTRIBUTING.md').split('## What is fair')[1]?.split('\n## ')[0] ?? '';
  const names = [...fair.matchAll(/`([a-z-]+)\/([a-z-]+)`/g)];
  assert.ok(names.length >= 6);
  const known = [...allCheckIds(), ...furtherCheckIds];
  for (const [name, scenario, check] of names) assert.ok(known.includes(`${scenario}/${check}`), name);
  const marks = [...fair.matchAll(/marks? (`[a-z-]+`(?:, `[a-z-]+`)*)/g)];
  assert.ok(marks.length >= 3);
  for (const [, list = ''] of marks) {
    for (const [, code = ''] of list.matchAll(/`([a-z-]+)`/g))
      assert.ok((markCodes as readonly string[]).includes(code), code);
  }
});

test('each test that the tables of threats name is there, with the words that it is quoted by', () => {
  const rows = read('.github/THREATS.md')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('| threat |') && !line.startsWith('|---'));
  assert.ok(rows.length >= 50);
  for (const row of rows) {
    const cell = row.split('|').at(-2) ?? '';
    const files = [...cell.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, name = '']) => name);
    assert.ok(files.length > 0, row);
    const texts = files.flatMap((name) => {
      const paths = globSync(`bench/test/**/${name}`, { cwd: repository.root });
      assert.ok(paths.length > 0, name);
      return paths.map(read);
    });
    const quoted = /`[\w-]+\.test\.ts`: ([^;.]+)/.exec(cell)?.[1]?.trim();
    if (quoted === undefined) continue;
    const words = quoted.toLowerCase().split(/\s+/).slice(0, 3).join(' ');
    assert.ok(
      texts.some((text) => text.toLowerCase().includes(words)),
      `${words}: ${row}`,
    );
  }
});
