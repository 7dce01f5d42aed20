import { globSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineFinder } from '../../catalog/yaml-files.ts';
import { scenarios } from '../../model/index.ts';
import type { PitwallError } from '../../util/errors.ts';
import type { CheckResult } from '../../verify/checks/check.ts';
import { detailText } from '../../verify/checks/render-checks.ts';
import type { Annotation } from '../workflow-file.ts';

/** Turns failures into annotations, on the file and line that a person would open first. */

interface Place {
  file: string | null;
  line: number | null;
}

const NOWHERE: Place = { file: null, line: null };

/** Returns the annotation of an error, at the place in its `where` if that is a file of the repository. */
export function annotationOfError(root: string, error: PitwallError): Annotation {
  const { what, where, expected, seen, next } = error;
  return {
    level: 'error',
    title: what,
    message: [`where: ${where}`, `expected: ${expected}`, `seen: ${seen}`, `next: ${next}`].join('\n'),
    ...placeOfError(root, where, seen),
  };
}

/** Returns the annotation of a failed check, on the source line that names the route or on the manifest. */
export function annotationOfCheck(root: string, target: string, check: CheckResult): Annotation {
  return {
    level: 'error',
    title: `${target}: ${check.id}`,
    message: detailText(check.detail) ?? 'failed',
    ...placeOfScenario(root, folderOf(target), check.scenario),
  };
}

/** Returns `targets/go/gin` for `go/gin:gorm`. */
function folderOf(target: string): string {
  return `targets/${target.split(':')[0]}`;
}

/** Finds `targets/go/gin/target.yaml:3:1`, `target.yaml › process.artifact`, or a compiler's `main.go:12:3`. */
export function placeOfError(root: string, where: string, seen: string): Place {
  const named = /^((?:targets|bench|results|site|\.github)\/[^\s:›]+)(?::(\d+))?(?:.*? › (.+))?/.exec(where);
  const [, file = '', line, key] = named ?? [];
  // A failure of a target's folder as a whole is a failure of its build.
  const manifest = `${file}/target.yaml`;
  if (/^targets\/[^/]+\/[^/]+$/.test(file) && isFile(root, manifest))
    return compilerPlace(root, manifest, seen) ?? { file: manifest, line: null };
  if (file === '' || !isFile(root, file)) return NOWHERE;
  if (line !== undefined) return { file, line: Number(line) };
  if (key !== undefined && file.endsWith('.yaml'))
    return { file, line: lineFinder(readFileSync(join(root, file), 'utf8'))(key.split('.')) };
  return compilerPlace(root, file, seen) ?? { file, line: null };
}

/** Finds the first `path:line` in a build's output that is a source of the same target. */
function compilerPlace(root: string, file: string, seen: string): Place | null {
  const folder = /^targets\/[^/]+\/[^/]+/.exec(file)?.[0];
  if (!folder) return null;
  // javac and Maven write `File.java:[12,5]`, most others `file:12:5`.
  for (const [, path = '', line] of seen.matchAll(/([\w./-]+\.\w{1,5}):\[?(\d+)/g)) {
    const inside = path.replace(/^.*?\/src\//, 'src/').replace(/^\.\//, '');
    if (!inside.includes('..') && isFile(root, `${folder}/${inside}`))
      return { file: `${folder}/${inside}`, line: Number(line) };
  }
  return null;
}

/** Larger files are not hand-written sources. */
const MAX_SOURCE_BYTES = 512 * 1024;
const SOURCES = '**/*.{go,rs,js,mjs,cjs,ts,java,kt,cs,rb,ru,py,c,h,conf,php,ex,exs,swift,zig,cpp}';

function placeOfScenario(root: string, folder: string, scenario: CheckResult['scenario']): Place {
  const manifest = `${folder}/target.yaml`;
  const route = scenarios.find(({ id }) => id === scenario)?.route;
  if (route !== undefined) {
    const pattern = routePattern(route);
    const files = globSync(SOURCES, { cwd: join(root, folder) }).sort();
    for (const name of files) {
      const file = `${folder}/${name}`;
      if (/(^|\/)(node_modules|target|build)\//.test(name) || !isFile(root, file)) continue;
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      const index = lines.findIndex((line) => pattern.test(line));
      if (index !== -1) return { file, line: index + 1 };
    }
  }
  return isFile(root, manifest) ? { file: manifest, line: null } : NOWHERE;
}

/** Matches a route: `"/json"`, `'/assets/:id'`, `/assets/{id}`, `` `/menus` `` or after a verb in C. */
function routePattern(route: string): RegExp {
  const path = (route.split(' ')[1] ?? route).split('?')[0] ?? '';
  const [fixed = '', parameter] = path.split(/\{.*/);
  const escaped = fixed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const hasParameter = parameter !== undefined;
  // The route must begin here, so that `application/json` does not match.
  return new RegExp(`(?<![\\w.-])${escaped}${hasParameter ? '' : '(?=["\'`\\s?);]|$)'}`);
}

function isFile(root: string, file: string): boolean {
  if (file.split('/').includes('..')) return false;
  const status = lstatSync(join(root, file), { throwIfNoEntry: false });
  return status?.isFile() === true && status.size <= MAX_SOURCE_BYTES;
}
