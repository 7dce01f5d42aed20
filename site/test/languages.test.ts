import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readReplays } from '../../bench/src/catalog/replays.ts';
import { repository } from '../../bench/src/util/repository.ts';
import { languages, messagesOf } from '../src/messages/index.ts';
import { astroBuild, siteFolder } from './build.ts';

test('a language has as many sentences of a replay as its file', () => {
  const files = new Map(readReplays(repository).map(({ study, file }) => [study, file]));
  for (const language of languages) {
    for (const [study, words] of Object.entries(messagesOf(language).studies)) {
      const file = files.get(study);
      assert.ok(file, `${language}: there is no replay of ${study}`);
      // English needs titles only; another language translates all sentences or none.
      if (words.differences === undefined) continue;
      assert.deepEqual(
        [words.differences.length, words.shortcomings?.length ?? 0, words.substitutes?.length ?? 0],
        [file.differences.length, file.shortcomings.length, file.substitutes.length],
        `${language}: ${study}`,
      );
      assert.equal(words.scaled === undefined, file.scaled === undefined, `${language}: ${study}`);
    }
  }
});

const ESPERANTO = `
import { type Messages, messages as english } from '../en/index.ts';

export const messages: Messages = {
  ...english,
  language: 'eo',
  languageName: 'Esperanto',
  empty: { ...english.empty, title: 'Ankoraŭ neniuj rezultoj' },
};
`;

test('a folder is all that another language takes', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pitwall-language-'));
  const copy = join(root, 'site');
  try {
    for (const part of ['src', 'public', 'astro.config.ts', 'package.json', 'tsconfig.json'])
      await cp(join(siteFolder, part), join(copy, part), { recursive: true });
    await symlink(join(siteFolder, '../node_modules'), join(root, 'node_modules'));
    await mkdir(join(copy, 'src/messages/eo'));
    await writeFile(join(copy, 'src/messages/eo/index.ts'), ESPERANTO);
    await astroBuild({ PITWALL_SITE_DATA: join(root, 'data'), PITWALL_SITE_DIST: join(root, 'dist') }, copy);
    const page = (path: string): Promise<string> => readFile(join(root, 'dist', path), 'utf8');
    assert.match(await page('eo/index.html'), /<html lang="eo".*Ankoraŭ neniuj rezultoj/s);
    for (const path of ['index.html', 'zh/index.html'])
      assert.match(await page(path), /hreflang="eo"[^>]*>\s*Esperanto/, path);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
