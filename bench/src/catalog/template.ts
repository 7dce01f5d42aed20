import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Repository } from '../util/repository.ts';

/** Creates a new target from `bench/templates/<language>`. */

interface NewTarget {
  /** `go/echo` */
  id: string;
  language: string;
  framework: string;
  maintainers: readonly string[];
}

function folderOf(repository: Repository): string {
  return join(repository.root, 'bench', 'templates');
}

export function templateLanguages(repository: Repository): string[] {
  const folder = folderOf(repository);
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Writes the files of a new target and returns their paths, relative to the repository's root. */
export function writeTemplate(repository: Repository, target: NewTarget): string[] {
  const template = join(folderOf(repository), target.language);
  const files = globSync('**/*', { cwd: template, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(template.length + 1))
    // Leave out builds made in the template's own folder.
    .filter((file) => !/(?:^|\/)(?:target|node_modules|build|__pycache__)\//.test(file))
    .sort();
  return files.map((file) => {
    const path = join('targets', target.id, file);
    mkdirSync(dirname(join(repository.root, path)), { recursive: true });
    writeFileSync(join(repository.root, path), filledIn(readFileSync(join(template, file), 'utf8'), target));
    return path;
  });
}

function filledIn(text: string, { id, framework, maintainers }: NewTarget): string {
  return text
    .replaceAll('__TARGET__', id)
    .replaceAll('__FRAMEWORK__', framework)
    .replaceAll('__MAINTAINERS__', maintainers.join(', '))
    .replaceAll('pitwall-template', `pitwall-${id.replace('/', '-')}`);
}
