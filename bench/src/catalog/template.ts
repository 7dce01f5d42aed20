import { isUtf8 } from 'node:buffer';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { isOutput } from '../launch/files-digest.ts';
import type { Target } from '../model/index.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import type { Repository } from '../util/repository.ts';
import { OLDER } from './lines-of-code.ts';

/** Creates a new target from `bench/templates/<language>`, or from another target. */

export interface NewTarget {
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
  return writeFrom(repository, template, target, (_file, text) => filledIn(text, target));
}

/**
 * Writes a copy of a target of the same language under a new name, and returns the paths of its files, relative to the
 * repository's root. The copy verifies as its source does, databases included. What the source does otherwise with older
 * releases of its packages stays behind: they are another framework's.
 */
export function copyTarget(repository: Repository, source: Target, target: NewTarget): string[] {
  return writeFrom(repository, source.folder, target, (file, text) => renamed(file, text, source.id, target));
}

function writeFrom(
  repository: Repository,
  folder: string,
  target: NewTarget,
  changed: (file: string, text: string) => string,
): string[] {
  return sourcesIn(folder, '').map((file) => {
    const path = join('targets', target.id, file);
    const [from, to] = [join(folder, file), join(repository.root, path)];
    const bytes = readFileSync(from);
    // The wrapper of a build tool is a program or an archive.
    if (isUtf8(bytes)) writeFileAtomic(to, changed(file, bytes.toString()));
    else {
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(from, to);
    }
    if ((statSync(from).mode & 0o111) !== 0) chmodSync(to, 0o755);
    return path;
  });
}

/** Returns the files of a folder in order, without what builds left there. */
function sourcesIn(folder: string, below: string): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (isOutput(path) || path === OLDER) return [];
      if (entry.isDirectory()) return sourcesIn(folder, path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

function filledIn(text: string, { id, framework, maintainers }: NewTarget): string {
  return text
    .replaceAll('__TARGET__', id)
    .replaceAll('name: __FRAMEWORK__', `name: ${inYaml(framework)}`)
    .replaceAll('__FRAMEWORK__', framework)
    .replaceAll('__MAINTAINERS__', maintainers.map(inYaml).join(', '))
    .replaceAll('pitwall-template', `pitwall-${id.replace('/', '-')}`);
}

/**
 * The notes of a manifest, a text over several lines: what was tuned, and when, applies to the target that is copied.
 */
const NOTES = /^notes:.*\n(?: +.*\n)*/m;

/** Gives a copied file the new target's name and folder; what it says of the framework is left to the author. */
function renamed(
  file: string,
  text: string,
  from: string,
  { id, language, framework, maintainers }: NewTarget,
): string {
  const whole = (name: string): RegExp => new RegExp(`${name}(?![\\w-])`, 'g');
  const packaged = text
    .replaceAll(whole(`pitwall/targets/${from}`), `pitwall/targets/${id}`)
    .replaceAll(whole(`pitwall-(?:${language}-)?${basename(from)}`), `pitwall-${language}-${framework}`);
  if (basename(file).startsWith('Dockerfile')) return packaged.replaceAll(whole(from), id);
  if (file !== 'target.yaml') return packaged;
  return packaged
    .replace(/^name: .*$/m, `name: ${inYaml(framework)}`)
    .replace(NOTES, '')
    .replace(/^maintainers: .*$/m, `maintainers: [${maintainers.map(inYaml).join(', ')}]`);
}

/** A text as YAML, in quotes where it would be read as something else: 2048 is a number. */
function inYaml(text: string): string {
  return stringify(text).trim();
}
