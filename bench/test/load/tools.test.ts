import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { installTool } from '../../src/load/install.ts';
import type { ToolOutput } from '../../src/load/loader.ts';
import type { ToolEffects } from '../../src/load/tool-effects.ts';
import { findTool, toolOf } from '../../src/load/tools.ts';
import { compareVersions } from '../../src/util/versions.ts';

const WRK = 'wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012 Will Glozer\nUsage: wrk <options> <url>';
const WRK2 = `${WRK}\n    -R, --rate        <T>  work rate (throughput)`;

describe('what a tool says of itself', () => {
  test('is a plain version', () => {
    assert.equal(toolOf('wrk').identify(WRK), '4.1.0');
    assert.equal(toolOf('wrk').identify('wrk 4.2.0 [kqueue] Copyright (C) 2012 Will Glozer'), '4.2.0');
    assert.equal(toolOf('oha').identify('oha 1.16.0\n'), '1.16.0');
    assert.equal(toolOf('hyperfine').identify('hyperfine 1.15.0\n'), '1.15.0');
  });

  test('or is another program of that name', () => {
    assert.equal(toolOf('wrk').identify(WRK2), null);
    assert.equal(toolOf('wrk').identify('wrk 4.1.0'), null);
    assert.equal(toolOf('oha').identify('1.16.0'), null);
    assert.equal(toolOf('hyperfine').identify('usage: hyperfine <file>'), null);
  });

  test('compares by number', () => {
    assert.ok(compareVersions('1.16.0', '1.9.0') > 0);
    assert.ok(compareVersions('1.9.10', '1.16.0') < 0);
    assert.equal(compareVersions('4.1.0', '4.1.0'), 0);
  });
});

/** A machine of the test's making: programs by path, and what happens when one runs. */
function machine(
  programs: Record<string, string>,
  {
    userId = 1000,
    react = () => null,
  }: { userId?: number; react?: (command: string) => ToolOutput | null } = {},
) {
  const ran: string[] = [];
  const effects: ToolEffects = {
    run: (command) => {
      const line = command.join(' ');
      ran.push(line);
      const says = programs[command[0] ?? ''];
      return Promise.resolve(
        react(line) ?? (says === undefined ? null : { stdout: says, stderr: '', exitCode: 0, signal: null }),
      );
    },
    isExecutable: (path) => path in programs,
    searchPath: ['/a', '/b'],
    userId,
    toolsFolder: '/cache/tools',
  };
  return { effects, ran, programs };
}

const ended = (exitCode: number, stderr = ''): ToolOutput => ({ stdout: '', stderr, exitCode, signal: null });

describe('finding', () => {
  test('passes over another program and takes the right one further on', async () => {
    const { effects } = machine({ '/a/wrk': 'wrk, a task runner', '/b/wrk': WRK });
    assert.deepEqual(await findTool('wrk', effects), {
      state: 'found',
      tool: 'wrk',
      path: '/b/wrk',
      version: '4.1.0',
    });
  });

  test("looks last in the project's own folder", async () => {
    const { effects } = machine({ '/cache/tools/bin/oha': 'oha 1.16.0' });
    const found = await findTool('oha', effects);
    assert.equal(found.state === 'found' && found.path, '/cache/tools/bin/oha');
  });

  test('says what it costs to do without, and what is there instead', async () => {
    const { effects } = machine({ '/a/oha': 'oha 1.4.0', '/b/oha': 'OHA!', '/a/cargo': '' });
    assert.deepEqual(await findTool('oha', effects), {
      state: 'missing',
      tool: 'oha',
      costs: 'latency at a fixed rate',
      seen: '/a/oha: version 1.4.0, 1.16.0 or later is needed; /b/oha: another program, which says “OHA!”',
      next: 'cargo install --locked oha@1.16.0 --root .cache/tools',
    });
  });

  test('refuses wrk2 and a wrk of another major version', async () => {
    for (const says of [WRK2, WRK.replace('4.1.0', '5.0.0'), WRK.replace('4.1.0', '3.1.2')]) {
      assert.equal((await findTool('wrk', machine({ '/a/wrk': says }).effects)).state, 'missing');
    }
  });

  test('names the command that fits the machine', async () => {
    const next = async (tool: 'wrk' | 'oha' | 'hyperfine', programs: string[]) => {
      const found = await findTool(
        tool,
        machine(Object.fromEntries(programs.map((path) => [path, '']))).effects,
      );
      return found.state === 'missing' ? found.next : null;
    };
    assert.equal(await next('wrk', ['/b/apt-get']), 'sudo apt-get install -y --no-install-recommends wrk');
    const asRoot = await findTool('wrk', machine({ '/b/apt-get': '' }, { userId: 0 }).effects);
    assert.equal(
      asRoot.state === 'missing' && asRoot.next,
      'apt-get install -y --no-install-recommends wrk',
      'a container has no sudo',
    );
    assert.equal(await next('wrk', ['/b/brew']), 'brew install wrk');
    assert.equal(await next('wrk', []), "Install wrk 4.0.0 or later with your system's packages");
    assert.equal(
      await next('oha', ['/b/apt-get']),
      'Install Rust (rustup), then: cargo install --locked oha@1.16.0 --root .cache/tools',
    );
    assert.equal(
      await next('hyperfine', ['/b/cargo']),
      'cargo install --locked hyperfine@1.20.0 --root .cache/tools',
    );
  });
});

describe('installing', () => {
  const APT = 'env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60';
  const INSTALL = `${APT} install -y --no-install-recommends wrk`;

  test('what is there is left alone', async () => {
    const { effects, ran } = machine({ '/a/wrk': WRK, '/a/apt-get': '' }, { userId: 0 });
    assert.equal((await installTool('wrk', effects)).state, 'found');
    assert.deepEqual(ran, ['/a/wrk --version']);
  });

  test('as root, after one update where the lists are empty', async () => {
    let updated = false;
    const own = machine(
      { '/a/apt-get': '' },
      {
        userId: 0,
        react: (line) => {
          if (line === `${APT} update`) {
            updated = true;
            return ended(0);
          }
          if (line !== INSTALL) return null;
          if (!updated) return ended(100, 'E: Unable to locate package wrk');
          own.programs['/b/wrk'] = WRK;
          return ended(0);
        },
      },
    );
    assert.equal((await installTool('wrk', own.effects)).state, 'found');
    assert.deepEqual(own.ran, [INSTALL, `${APT} update`, INSTALL, '/b/wrk --version']);
  });

  test('through sudo only if it asks for no password', async () => {
    const programs = { '/a/apt-get': '', '/a/sudo': '' };
    const allowed = machine(
      { ...programs },
      {
        react: (line) => (line.startsWith('sudo') ? ended(0) : null),
      },
    );
    await installTool('wrk', allowed.effects);
    assert.deepEqual(allowed.ran, ['sudo -n true', `sudo -n timeout --kill-after=5 600 ${INSTALL}`]);

    const asked = machine({ ...programs }, { react: () => ended(1, 'sudo: a password is required') });
    assert.deepEqual(await installTool('wrk', asked.effects), {
      state: 'missing',
      tool: 'wrk',
      costs: 'throughput, and latency at a share of capacity',
      seen: null,
      next: 'sudo apt-get install -y --no-install-recommends wrk',
    });
    assert.deepEqual(asked.ran, ['sudo -n true']);
  });

  test('a lock that is not given up is reported as such', async () => {
    const stderr = 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt)';
    const { effects } = machine({ '/a/apt-get': '' }, { userId: 0, react: () => ended(100, stderr) });
    const missing = await installTool('wrk', effects);
    assert.equal(
      missing.state === 'missing' && missing.seen,
      'apt-get install: another package manager has held the lock for 60 s',
    );
  });

  test('oha is built, line by line, and looked up again', async () => {
    const lines: string[] = [];
    const own = machine(
      { '/a/cargo': '' },
      {
        react: (line) => {
          if (!line.startsWith('cargo')) return null;
          own.programs['/cache/tools/bin/oha'] = 'oha 1.16.0';
          return ended(0);
        },
      },
    );
    const found = await installTool('oha', own.effects, { onLine: (line) => lines.push(line) });
    assert.equal(found.state === 'found' && found.version, '1.16.0');
    assert.deepEqual(own.ran, [
      'cargo install --locked oha@1.16.0 --root /cache/tools',
      '/cache/tools/bin/oha --version',
    ]);
    assert.deepEqual(lines, ['building oha@1.16.0 in .cache/tools: a few minutes']);
  });

  test('a build that fails says why', async () => {
    const stderr =
      '   Compiling x\nerror: failed to compile `oha v1.16.0`\n\nCaused by:\n  rustc 1.63 is too old';
    const { effects } = machine({ '/a/cargo': '' }, { react: () => ended(101, stderr) });
    const missing = await installTool('oha', effects);
    assert.equal(
      missing.state === 'missing' && missing.seen,
      'cargo install: exit code 101, “error: failed to compile `oha v1.16.0`”',
    );
  });

  test('hyperfine is built where the package cannot be had', async () => {
    const { effects, ran } = machine(
      { '/a/apt-get': '', '/a/cargo': '' },
      {
        userId: 0,
        react: (line) =>
          line.startsWith('env') ? ended(100, 'E: Sub-process returned an error') : ended(101),
      },
    );
    assert.equal((await installTool('hyperfine', effects)).state, 'missing');
    assert.equal(ran.at(-1), 'cargo install --locked hyperfine@1.20.0 --root /cache/tools');
  });
});
