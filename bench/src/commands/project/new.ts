import { existsSync } from 'node:fs';
import { readTarget } from '../../catalog/targets.ts';
import { templateLanguages, writeTemplate } from '../../catalog/template.ts';
import { targetId } from '../../model/run.ts';
import { exitCodes, type PitwallError } from '../../util/errors.ts';
import { unknownName, usageError } from '../../util/usage-errors.ts';
import type { Command } from '../command.ts';

/** GitHub's own rule for names. */
const MAINTAINER = /^[A-Za-z0-9-]{1,39}$/;

export const newTarget: Command = {
  name: 'new',
  summary: 'create a target from a template that builds, verifies and runs as it is',
  takes: '<language>/<framework>',
  details: [
    "The template serves every scenario without a database, with the language's own server or a small framework.",
    'Replace that server with the framework one handler at a time: verify shows what still works.',
  ].join('\n'),
  options: {
    maintainer: {
      type: 'string',
      multiple: true,
      value: '<name>',
      help: 'GitHub user to notify when the target fails (may be repeated)',
    },
  },
  async run({ repository, options, terminal, arguments: [id = ''] }) {
    const languages = templateLanguages(repository);
    const [language = '', framework = ''] = id.split('/');
    if (!targetId.safeParse(id).success)
      throw wrong('a name such as go/echo: lower case letters, digits and single hyphens', id);
    if (!languages.includes(language)) {
      throw unknownName('template', language, languages, {
        where: `bench new ${id}`,
        expected: `a language with a template: ${languages.join(', ')}`,
        next: 'Without a template: copy the folder of a similar target, and follow targets/CONTRACT.md',
      });
    }
    const maintainers = (options.maintainer as string[] | undefined) ?? [];
    const unfit = maintainers.find((name) => !MAINTAINER.test(name));
    if (unfit !== undefined) throw wrong('a GitHub name, without @', unfit);
    if (existsSync(`${repository.targets}/${id}`))
      throw wrong('a folder that does not exist yet', `targets/${id}`);
    const files = writeTemplate(repository, { id, language, framework, maintainers });
    // Read the new target as every command will.
    readTarget(repository, id);
    for (const file of files) terminal.print(file);
    terminal.note(`next: npm run bench -- verify ${id}`);
    return exitCodes.ok;
  },
};

function wrong(expected: string, seen: string): PitwallError {
  return usageError({
    what: 'Cannot create the target',
    where: 'bench new',
    expected,
    seen,
    next: 'npm run bench -- new go/echo',
  });
}
