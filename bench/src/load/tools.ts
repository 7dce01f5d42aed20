import { join } from 'node:path';
import type { ToolEffects } from './tool-effects.ts';

export const toolNames = ['wrk', 'oha', 'hyperfine'] as const;
export type ToolName = (typeof toolNames)[number];

export interface FoundTool {
  state: 'found';
  tool: ToolName;
  path: string;
  /** `4.1.0`: the program's own figure without a distribution's additions. */
  version: string;
}

/** A tool that is not there is no error: what needs it is left out, and says so. */
export interface MissingTool {
  state: 'missing';
  tool: ToolName;
  /** What cannot be measured without it. */
  costs: string;
  /** What is there instead, or what came of installing it; `null` if nothing. */
  seen: string | null;
  /** The command that a person can run. */
  next: string;
}

interface ToolFacts {
  /** wrk shows its version along with its usage and exit code 1. */
  versionArgument: string;
  /** npm has other programs of all three names, and wrk2 calls itself wrk: the words must be right, too. */
  identify: (words: string) => string | null;
  /** Lowest version that has every flag in use. */
  least: string;
  /** First major version that is something else; `null` where none is known. */
  below: string | null;
  costs: string;
  /** Debian's package of the same name, where it has one. */
  packaged: boolean;
  /** The crate to build where no package can be had, at the version that the fixtures were recorded with. */
  crate: string | null;
}

const version = (pattern: RegExp) => (words: string) => pattern.exec(words)?.[1] ?? null;

export const toolFacts: Record<ToolName, ToolFacts> = {
  wrk: {
    versionArgument: '--version',
    identify: (words) =>
      words.includes('--rate') || !words.includes('Will Glozer')
        ? null
        : version(/^wrk (?:debian\/)?v?(\d+\.\d+\.\d+)/m)(words),
    least: '4.0.0',
    below: '5.0.0',
    costs: 'throughput, and latency at a share of capacity',
    packaged: true,
    crate: null,
  },
  oha: {
    versionArgument: '--version',
    identify: version(/^oha (\d+\.\d+\.\d+)\s*$/m),
    // --worker-threads (hatoo/oha#893); without it oha would use processors that are the server's.
    least: '1.16.0',
    below: '2.0.0',
    costs: 'latency at a fixed rate',
    packaged: false,
    crate: 'oha@1.16.0',
  },
  hyperfine: {
    versionArgument: '--version',
    identify: version(/^hyperfine (\d+\.\d+\.\d+)\s*$/m),
    least: '1.13.0',
    below: null,
    costs: 'cold start times',
    packaged: true,
    crate: 'hyperfine@1.20.0',
  },
};

/** The version in what a tool says of itself, as `1.16.0`; `null` if it is another program. */
export function loaderVersion(tool: ToolName, words: string): string | null {
  return toolFacts[tool].identify(words);
}

/** Looks through PATH, then in the project's own folder; takes the first program that is the right one. */
export async function findTool(tool: ToolName, effects: ToolEffects): Promise<FoundTool | MissingTool> {
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

export function missing(tool: ToolName, effects: ToolEffects, seen: string | null): MissingTool {
  return { state: 'missing', tool, costs: toolFacts[tool].costs, seen, next: nextCommand(tool, effects) };
}

/** What to type for a package or a build; a person may be root where the harness is not. */
function nextCommand(tool: ToolName, effects: ToolEffects): string {
  const { packaged, crate } = toolFacts[tool];
  const has = (program: string) => onPath(program, effects);
  if (packaged && has('apt-get')) return `sudo apt-get install -y --no-install-recommends ${tool}`;
  if (has('brew')) return `brew install ${tool}`;
  if (crate === null) return `Install ${tool} ${toolFacts[tool].least} or later with your system's packages.`;
  const build = `cargo install --locked ${crate} --root .cache/tools`;
  return has('cargo') ? build : `Install Rust (rustup), then: ${build}`;
}

export function onPath(program: string, effects: ToolEffects): boolean {
  return effects.searchPath.some((folder) => effects.isExecutable(join(folder, program)));
}

const VERSION_SECONDS = 10;

async function sayVersion(
  tool: ToolName,
  path: string,
  effects: ToolEffects,
): Promise<{ version: string } | { seen: string }> {
  const { versionArgument, identify, least, below } = toolFacts[tool];
  const output = await effects.run([path, versionArgument], { timeoutSeconds: VERSION_SECONDS });
  const words = output === null ? '' : `${output.stdout}\n${output.stderr}`;
  const said = identify(words);
  if (said === null) {
    const line = words.split('\n').find((candidate) => candidate.trim() !== '');
    return { seen: `another program, it says «${(line ?? '').trim().slice(0, 80)}»` };
  }
  if (compareVersions(said, least) < 0) return { seen: `version ${said}, ${least} or later is needed` };
  if (below !== null && compareVersions(said, below) >= 0) {
    return { seen: `version ${said}, one below ${below} is needed` };
  }
  return { version: said };
}

export function compareVersions(a: string, b: string): number {
  const parts = (text: string) => text.split('.').map(Number);
  const [left, right] = [parts(a), parts(b)];
  return left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
