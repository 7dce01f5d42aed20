import { existsSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readTarget, targetFolders } from '../../catalog/targets.ts';
import { copyTarget, type NewTarget, templateLanguages, writeTemplate } from '../../catalog/template.ts';
import { isOutput } from '../../launch/files-digest.ts';
import type { Target } from '../../model/index.ts';
import { targetId } from '../../model/run.ts';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import { exitCodes, type PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { unknownName, usageError } from '../../util/usage-errors.ts';
import type { Command } from '../command.ts';
import { codeOwnersFile } from './code-owners.ts';

/** What a copied manifest goes on saying of the target that it is a copy of. */
const COPIED_KEYS = ['framework', 'kind', 'server', 'databaseAccess', 'variants'];

/** GitHub's own rule for names. */
const MAINTAINER = /^[A-Za-z0-9-]{1,39}$/;

export const newTarget: Command = {
  name: 'new',
  summary: 'create a target from a template that builds, verifies and runs as it is',
  takes: '<language/framework>',
  details: [
    "The template serves every scenario without a database, with the language's own server or a small framework.",
    'Replace that server with the framework one handler at a time: verify shows what still works.',
    'With --from, a target of the same language takes the place of the template: its databases come along.',
  ].join(' '),
  options: {
    maintainer: {
      type: 'string',
      multiple: true,
      value: '<name>',
      help: 'GitHub user to notify when the target fails (may be repeated)',
    },
    from: {
      type: 'string',
      value: '<target>',
      help: 'copy this target in place of the template',
    },
  },
  async run({ repository, options, terminal, arguments: [id = ''] }) {
    const languages = templateLanguages(repository);
    const [language = '', framework = ''] = id.split('/');
    if (!targetId.safeParse(id).success)
      throw wrong(
        'a name such as go/beego: lower case letters and digits, with single hyphens in the framework alone, at most 40 characters each',
        id,
      );
    // Of a target of this name, a pull request would have no file.
    if (isOutput(framework)) throw wrong('a name that git does not ignore as the output of a build', id);
    const from = options.from as string | undefined;
    if (from === undefined && !languages.includes(language)) {
      throw unknownName('template', language, languages, {
        where: `bench new ${id}`,
        expected: `a language with a template: ${languages.join(', ')}`,
        next: targetFolders(repository).some((target) => target.startsWith(`${language}/`))
          ? `Without a template, copy a similar target of the language: npm run bench -- new ${id} --from <target>`
          : 'This language has no target yet: write its folder by hand, as .github/CONTRIBUTING.md says',
      });
    }
    const maintainers = (options.maintainer as string[] | undefined) ?? [];
    const unfit = maintainers.find((name) => !MAINTAINER.test(name));
    if (unfit !== undefined) {
      throw wrong('a GitHub name, without @', unfit, `npm run bench -- new ${id} --maintainer <name>`);
    }
    const folder = join(repository.targets, id);
    if (existsSync(folder)) throw wrong('a folder that does not exist yet', `targets/${id}`);
    const source = from === undefined ? null : sourceOf(repository, from, language);
    let files: string[];
    try {
      files = createTarget(repository, source, { id, language, framework, maintainers });
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    for (const file of files) terminal.print(file);
    if (source !== null)
      terminal.note(`still as in ${source.id}, to be changed in target.yaml: ${COPIED_KEYS.join(', ')}`);
    terminal.note(`next: npm run bench -- verify ${id}`);
    return exitCodes.ok;
  },
};

/** Returns the paths of the files that it wrote, relative to the repository's root. */
function createTarget(repository: Repository, source: Target | null, target: NewTarget): string[] {
  const files = source === null ? writeTemplate(repository, target) : copyTarget(repository, source, target);
  // Read the new target as every command will.
  readTarget(repository, target.id);
  if (target.maintainers.length === 0) return files;
  const { path, text } = codeOwnersFile(repository);
  writeFileAtomic(path, text);
  return [...files, relative(repository.root, path)];
}

/** Returns the target that a new one of the language begins as. */
function sourceOf(repository: Repository, from: string, language: string): Target {
  if (from.split('/')[0] !== language)
    throw wrong(
      `a target of the same language, ${language}/…`,
      `--from ${from}`,
      'List them with: npm run bench -- list',
    );
  const targets = targetFolders(repository);
  if (targets.includes(from)) return readTarget(repository, from);
  throw unknownName('target', from, targets, {
    where: `bench new --from ${from}`,
    expected: 'a target of this repository',
    next: 'List them with: npm run bench -- list',
  });
}

function wrong(
  expected: string,
  seen: string,
  next = 'Choose another name: npm run bench -- new <language/framework>',
): PitwallError {
  return usageError({
    what: 'Cannot create the target',
    where: 'bench new',
    expected,
    seen,
    next,
  });
}
