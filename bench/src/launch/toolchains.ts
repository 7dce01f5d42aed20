import { join } from 'node:path';
import type { Toolchain } from '../model/index.ts';
import { systemPath, which } from '../util/which.ts';

/** Something that the machine lacks, and the command that brings it. */
export interface Lack {
  what: string;
  next: string;
}

interface ToolchainInfo {
  program: string;
  title: string;
  install: string;
  version: readonly string[];
}

const TOOLCHAINS: Record<Toolchain, ToolchainInfo> = {
  go: { program: 'go', title: 'Go', install: 'apt-get install golang-go', version: ['go', 'version'] },
  cargo: {
    program: 'cargo',
    title: 'Rust (cargo)',
    install: "Install rustup from https://rustup.rs, then 'rustup toolchain install stable'",
    version: ['cargo', '--version'],
  },
  node: { program: 'node', title: 'Node', install: 'npm ci', version: ['node', '--version'] },
  npm: { program: 'npm', title: 'npm', install: 'apt-get install npm', version: ['npm', '--version'] },
  nginx: {
    program: 'nginx',
    title: 'nginx',
    install: 'apt-get install nginx-light',
    version: ['nginx', '-v'],
  },
};

export function toolchainInfo(toolchain: Toolchain): ToolchainInfo {
  return TOOLCHAINS[toolchain];
}

/** PATH for builds and servers: the repository's pinned Node comes before whatever else the machine has. */
export function toolchainPath(root: string): string {
  return systemPath([join(root, 'node_modules', '.bin')]);
}

export function lackingToolchains(needed: readonly Toolchain[], path: string): Lack[] {
  return needed
    .map((name) => TOOLCHAINS[name])
    .filter(({ program }) => which(program, path) === null)
    .map(({ program, title, install }) => ({
      what: `${title} is not installed: no ${program} on PATH`,
      next: install,
    }));
}

/** The first thing that looks like a version: `go version go1.26.1 linux/amd64` → `1.26.1`. */
export function versionIn(text: string): string | null {
  return /\d+\.\d+(?:\.\d+)*(?:-[0-9A-Za-z.]+)?/.exec(text)?.[0] ?? null;
}
