import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolchain } from '../model/index.ts';
import { aptInstall } from '../process/apt-install.ts';
import { systemPath, which } from '../process/which.ts';
import { compareVersions } from '../util/versions.ts';
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
  /** For a program that may be there without what builds need of it. */
  probe?: Probe;
}

interface Probe {
  /** Words for the program; exit code 0 and `suits` mean that builds can use it. */
  words: readonly string[];
  suits?(said: string): boolean;
  /** What is wrong with one that cannot be used. */
  what: string;
  /** Default: what installs the toolchain. */
  next?: string;
}

/** The first that fetches the version that a go.mod names; those before cannot even read it there. */
const OLDEST_GO = '1.21';

const TOOLCHAINS: Record<Toolchain, ToolchainInfo> = {
  cc: {
    program: 'cc',
    title: 'a C compiler',
    install: aptInstall('gcc libc6-dev'),
    version: ['cc', '--version'],
  },
  go: {
    program: 'go',
    title: 'Go',
    install: aptInstall('golang-go'),
    version: ['go', 'version'],
    probe: {
      words: ['version'],
      suits: (said) => compareVersions(versionIn(said) ?? '0', OLDEST_GO) >= 0,
      what: `Go is too old: before ${OLDEST_GO}, it cannot fetch the version that a go.mod names`,
      next: 'Install a newer Go from https://go.dev/dl/',
    },
  },
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
    probe: {
      words: ['-c', 'import ensurepip, venv'],
      what: 'Python 3 cannot make a virtual environment: it has no ensurepip or no venv',
    },
  },
  mysqlclient: {
    program: 'python3',
    title: 'Python 3',
    install: aptInstall('default-libmysqlclient-dev pkg-config python3-dev'),
    version: ['pkg-config', '--modversion', 'mysqlclient'],
    probe: {
      words: [
        '-c',
        [
          'import os, subprocess, sys, sysconfig',
          "there = os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h'))",
          "sys.exit(not there or subprocess.call(['pkg-config', '--exists', 'mysqlclient']))",
        ].join('\n'),
      ],
      what: "MySQL's client library or Python's own headers are not installed",
    },
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
      ['mojolicious', 'mojo-pg', 'dbd-mariadb', 'mongodb', 'bson-xs', 'cpanel-json-xs', 'ev']
        .map((module) => `lib${module}-perl`)
        .join(' '),
    ),
    version: ['perl', '--version'],
  },
  poco: {
    program: 'c++',
    title: 'a C++ compiler',
    install: aptInstall('g++ libmongoc-dev libpoco-dev pkg-config'),
    version: ['c++', '--version'],
    probe: {
      words: ['-x', 'c++', '-fsyntax-only', '-include', 'Poco/Version.h', '/dev/null'],
      what: 'POCO is not installed: c++ finds no Poco/Version.h',
    },
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
  return needed.flatMap((toolchain) => {
    const { program, alternatives = [], title, install, probe } = TOOLCHAINS[toolchain];
    const found = [program, ...alternatives].map((name) => which(name, path)).find((file) => file !== null);
    if (!found) return [{ what: `${title} is not installed: no ${program} on PATH`, next: install }];
    if (!probe || isUsable(found, probe, path)) return [];
    return [{ what: probe.what, next: probe.next ?? install }];
  });
}

const PROBE_MILLISECONDS = 10_000;
const usable = new Map<string, boolean>();

/** Asks a program once, because many targets share it. One that does not answer in time is left to the builds. */
function isUsable(file: string, { words, suits = () => true }: Probe, path: string): boolean {
  const key = JSON.stringify([file, path]);
  const known = usable.get(key);
  if (known !== undefined) return known;
  // Not by runCommand, which needs Linux. Go would fetch the version that a go.mod around this folder names.
  const { status, stdout } = spawnSync(file, words, {
    encoding: 'utf8',
    env: { ...buildEnvironment(path), GOTOOLCHAIN: 'local' },
    timeout: PROBE_MILLISECONDS,
  });
  const answer = status === null || (status === 0 && suits(stdout));
  usable.set(key, answer);
  return answer;
}

/** What a JVM says of JAVA_TOOL_OPTIONS and the like: options that it took, such as the address of a proxy. */
const ANNOUNCEMENT = /^(?:NOTE: )?Picked up \w+: .*$/gm;

/** Returns the first line in which a program says its version; `null` if it says nothing. */
export function versionLine(output: string): string | null {
  return output.replaceAll(ANNOUNCEMENT, '').trim().split('\n')[0] || null;
}

/**
 * Returns the first text that looks like a version: `go version go1.26.1 linux/amd64` → `1.26.1`. A JDK's first release
 * has no point in it: `openjdk version "25" 2025-09-16` → `25`.
 */
export function versionIn(output: string): string | null {
  const text = output.replaceAll(ANNOUNCEMENT, '');
  return (
    // Not from within a number: a stranger's image may print megabytes of digits, which would be read from each of them on.
    /(?<!\d)\d+\.\d+(?:\.\d+)*(?:-[0-9A-Za-z.]+)?/.exec(text)?.[0] ??
    /\b(\d+)"? \d{4}-\d\d-\d\d\b/.exec(text)?.[1] ??
    null
  );
}
