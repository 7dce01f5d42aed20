import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolchain } from '../model/index.ts';
import { aptInstall } from '../process/apt-install.ts';
import { systemPath, which } from '../process/which.ts';
import { javaHome } from './java-home.ts';

/** Something that is missing on the machine, and the command that installs it. */
interface MissingTool {
  what: string;
  next: string;
}

interface ToolchainInfo {
  program: string;
  /** Names that the program has elsewhere. */
  alternatives?: readonly string[];
  title: string;
  install: string;
  version: readonly string[];
}

const TOOLCHAINS: Record<Toolchain, ToolchainInfo> = {
  cc: {
    program: 'cc',
    title: 'a C compiler',
    install: aptInstall('gcc libc6-dev'),
    version: ['cc', '--version'],
  },
  go: { program: 'go', title: 'Go', install: aptInstall('golang-go'), version: ['go', 'version'] },
  cargo: {
    program: 'cargo',
    title: 'Rust (cargo)',
    install: "Install rustup from https://rustup.rs, then 'rustup toolchain install stable'",
    version: ['cargo', '--version'],
  },
  node: { program: 'node', title: 'Node', install: 'npm ci', version: ['node', '--version'] },
  npm: { program: 'npm', title: 'npm', install: aptInstall('npm'), version: ['npm', '--version'] },
  nginx: {
    program: 'nginx',
    title: 'nginx',
    install: aptInstall('nginx-light'),
    version: ['nginx', '-v'],
  },
  java: {
    program: 'javac',
    title: 'a JDK',
    install: aptInstall('openjdk-21-jdk-headless'),
    version: ['java', '-version'],
  },
  maven: { program: 'mvn', title: 'Maven', install: aptInstall('maven'), version: ['mvn', '--version'] },
  'native-image': {
    program: 'native-image',
    title: 'GraalVM (native-image)',
    install: 'Install GraalVM from https://www.graalvm.org/downloads/ and set GRAALVM_HOME',
    version: ['native-image', '--version'],
  },
  ruby: { program: 'ruby', title: 'Ruby', install: aptInstall('ruby'), version: ['ruby', '--version'] },
  bundler: {
    program: 'bundle',
    title: 'Bundler',
    install: aptInstall('bundler'),
    version: ['bundle', '--version'],
  },
  dotnet: {
    program: 'dotnet',
    title: 'the .NET SDK',
    install: 'Install it from https://dotnet.microsoft.com/download',
    version: ['dotnet', '--version'],
  },
  python: {
    program: 'python3',
    title: 'Python 3',
    install: aptInstall('python3-venv'),
    version: ['python3', '--version'],
  },
  php: {
    program: 'php',
    title: 'PHP',
    install: aptInstall('php-cli'),
    version: ['php', '--version'],
  },
  'php-fpm': {
    program: 'php-fpm',
    // Debian and Ubuntu have the version in the name.
    alternatives: ['8.2', '8.3', '8.4', '8.5'].map((version) => `php-fpm${version}`),
    title: 'PHP-FPM',
    install: aptInstall('php-fpm php-apcu php-mongodb php-mysql php-pgsql'),
    version: ['php', '--version'],
  },
  mojolicious: {
    program: 'hypnotoad',
    title: 'Mojolicious',
    install: aptInstall(
      ['mojolicious', 'mojo-pg', 'dbd-mariadb', 'mongodb', 'cpanel-json-xs', 'ev']
        .map((module) => `lib${module}-perl`)
        .join(' '),
    ),
    version: ['perl', '--version'],
  },
};

export function toolchainInfo(toolchain: Toolchain): ToolchainInfo {
  return TOOLCHAINS[toolchain];
}

/** Returns the folders of programs that come before everything else of the machine. */
export function toolchainFolders(root: string): string[] {
  const graal = process.env.GRAALVM_HOME;
  const java = javaHome();
  return [
    join(root, 'node_modules', '.bin'),
    ...(graal ? [join(graal, 'bin')] : []),
    ...(java ? [join(java, 'bin')] : []),
  ];
}

/**
 * Returns PATH for builds and servers: the repository's pinned Node, GraalVM from GRAALVM_HOME, and the
 * newest JDK come before everything else of the machine.
 */
export function toolchainPath(root: string): string {
  return systemPath(toolchainFolders(root));
}

const SYSTEM_PYTHON = '/usr/bin/python3';

/**
 * Returns the whole environment, because proxies, certificates and caches of the toolchains are set there.
 * Maven takes the JDK from JAVA_HOME, which must be the one on PATH. pyenv compiles Python without the profile
 * that distributions compile it with, so the system's Python is faster: it comes first unless the user names one.
 */
export function buildEnvironment(path: string): NodeJS.ProcessEnv {
  const java = javaHome();
  return {
    ...(existsSync(SYSTEM_PYTHON) ? { PYENV_VERSION: 'system' } : {}),
    ...process.env,
    PATH: path,
    ...(java ? { JAVA_HOME: java } : {}),
  };
}

export function missingToolchains(needed: readonly Toolchain[], path: string): MissingTool[] {
  return needed
    .map((name) => TOOLCHAINS[name])
    .filter(({ program, alternatives = [] }) =>
      [program, ...alternatives].every((name) => which(name, path) === null),
    )
    .map(({ program, title, install }) => ({
      what: `${title} is not installed: no ${program} on PATH`,
      next: install,
    }));
}

/** Returns the first text that looks like a version: `go version go1.26.1 linux/amd64` → `1.26.1`. */
export function versionIn(text: string): string | null {
  return /\d+\.\d+(?:\.\d+)*(?:-[0-9A-Za-z.]+)?/.exec(text)?.[0] ?? null;
}
