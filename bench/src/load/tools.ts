import { join } from 'node:path';
import { aptInstall } from '../process/apt-install.ts';
import { compareVersions } from '../util/versions.ts';
import { hyperfine } from './hyperfine.ts';
import type { Tool } from './loader.ts';
import { loaders } from './loaders.ts';
import type { ToolEffects } from './tool-effects.ts';

/** Returns the names of the loaders and of the tool that times processes. */
export function toolNames(): string[] {
  return [...loaders.map(({ name }) => name), hyperfine.name];
}

export function toolOf(name: string): Tool {
  const found = [...loaders, hyperfine].find((tool) => tool.name === name);
  if (!found) throw new RangeError(`no tool ${name}`);
  return found;
}

export interface FoundTool {
  state: 'found';
  tool: string;
  path: string;
  /** `4.1.0`: the program's own version without a distribution's additions. */
  version: string;
}

/** A missing tool is no error: what needs it is left out, with this as the reason. */
export interface MissingTool {
  state: 'missing';
  tool: string;
  /** What cannot be measured without it. */
  costs: string;
  /** What is there instead, or why installing it failed; `null` if nothing. */
  seen: string | null;
  /** The command to run by hand. */
  next: string;
}

/** Searches PATH, then the project's own folder, for the first program that is the right one. */
export async function findTool(tool: string, effects: ToolEffects): Promise<FoundTool | MissingTool> {
  const rejected: string[] = [];
  for (const folder of [...effects.searchPath, join(effects.toolsFolder, 'bin')]) {
    const path = join(folder, tool);
    if (!effects.isExecutable(path)) continue;
    const said = await sayVersion(tool, path, effects);
    if ('version' in said) return { state: 'found', tool, path, version: said.version };
    rejected.push(`${path}: ${said.seen}`);
  }
  return missing(tool, effects, rejected.length > 0 ? rejected.join('; ') : null);
}

export function missing(tool: string, effects: ToolEffects, seen: string | null): MissingTool {
  return { state: 'missing', tool, costs: toolOf(tool).costs, seen, next: nextCommand(tool, effects) };
}

/** Returns the command that installs a package or a build; a person may become root where the harness may not. */
function nextCommand(tool: string, effects: ToolEffects): string {
  const { packaged, crate, npmPackage } = toolOf(tool);
  const has = (program: string) => onPath(program, effects);
  if (packaged && has('apt-get')) return aptInstall(`-y --no-install-recommends ${tool}`, effects.userId);
  if (npmPackage !== undefined) return `npm install --global --prefix .cache/tools ${npmPackage}`;
  if (has('brew')) return `brew install ${tool}`;
  if (crate === null) return `Install ${tool} ${toolOf(tool).least} or later with your system's packages`;
  const build = `cargo install --locked ${crate} --root .cache/tools`;
  return has('cargo') ? build : `Install Rust (rustup), then: ${build}`;
}

export function onPath(program: string, effects: ToolEffects): boolean {
  return effects.searchPath.some((folder) => effects.isExecutable(join(folder, program)));
}

const VERSION_SECONDS = 10;

async function sayVersion(
  tool: string,
  path: string,
  effects: ToolEffects,
): Promise<{ version: string } | { seen: string }> {
  const { versionArgument, identify, least, below } = toolOf(tool);
  const output = await effects.run([path, versionArgument], { timeoutSeconds: VERSION_SECONDS });
  const words = output === null ? '' : `${output.stdout}\n${output.stderr}`;
  const said = identify(words);
  if (said === null) {
    const line = words.split('\n').find((candidate) => candidate.trim() !== '');
    return { seen: `another program, which says “${(line ?? '').trim().slice(0, 80)}”` };
  }
  if (compareVersions(said, least) < 0) return { seen: `version ${said}, ${least} or later is needed` };
  if (below !== null && compareVersions(said, below) >= 0) {
    return { seen: `version ${said}, one below ${below} is needed` };
  }
  return { version: said };
}
