import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { jsonSchemas } from '../../publish/json-schemas.ts';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import { exitCodes } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { unknownName } from '../../util/usage-errors.ts';
import type { Command } from '../command.ts';
import { codeOwnersFile } from './code-owners.ts';
import { contractWithTables } from './contract-tables.ts';

export const schema: Command = {
  name: 'schema',
  summary: 'print a JSON Schema; write or check everything that is generated from the schemas',
  takes: '[name]',
  options: {
    write: {
      type: 'boolean',
      help: 'write results/schemas, the tables of targets/CONTRACT.md, .github/CODEOWNERS',
    },
    check: {
      type: 'boolean',
      excludes: ['write'],
      help: 'exit code 1 if a generated file is out of date',
    },
  },
  async run({ arguments: [name], options, repository, terminal }) {
    const schemas = jsonSchemas();
    if (options.write || options.check) {
      const stale = derivedFiles(repository).filter(
        ({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
      );
      for (const { path, text } of stale) {
        terminal.print(`${options.write ? 'written' : 'stale'}: ${relative(repository.root, path)}`);
        if (!options.write) continue;
        mkdirSync(dirname(path), { recursive: true });
        writeFileAtomic(path, text);
      }
      if (stale.length === 0) terminal.print('All generated files are up to date.');
      else if (!options.write) terminal.note('next: npm run bench -- schema --write');
      return stale.length > 0 && !options.write ? exitCodes.failed : exitCodes.ok;
    }
    if (name === undefined) {
      terminal.print(Object.keys(schemas).join('\n'));
      return exitCodes.ok;
    }
    const found = schemas[name];
    if (!found) {
      throw unknownName('schema', name, Object.keys(schemas), {
        next: 'List them with: npm run bench -- schema',
      });
    }
    terminal.print(JSON.stringify(found, null, 2));
    return exitCodes.ok;
  },
};

/** Every file in the repository that is generated from code, with its expected contents. */
function derivedFiles(repository: Repository): { path: string; text: string }[] {
  const contract = join(repository.targets, 'CONTRACT.md');
  return [
    ...Object.entries(jsonSchemas()).map(([name, value]) => ({
      path: join(repository.results, 'schemas', `${name}.schema.json`),
      text: `${JSON.stringify(value, null, 2)}\n`,
    })),
    { path: contract, text: contractWithTables(readFileSync(contract, 'utf8')) },
    codeOwnersFile(repository),
  ];
}
