import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createProcessLauncher } from '../../src/launch/index.ts';
import { runCommand } from '../../src/process/command.ts';
import { type Fixture, fixture } from './fixture-target.ts';

const { signal } = new AbortController();

/** The timed command once, as hyperfine would: what it wrote. */
async function buildOnce(timed: NonNullable<Awaited<ReturnType<typeof commandOf>>>): Promise<string> {
  for (const command of [timed.prepare, timed.command]) {
    const { exitCode, stderr } = await runCommand(command, {
      cwd: timed.folder,
      environment: timed.environment,
      timeoutSeconds: 30,
    });
    assert.equal(exitCode, 0, stderr);
  }
  return readFileSync(join(timed.folder, 'build/out'), 'utf8');
}

async function commandOf(made: Fixture) {
  const launcher = createProcessLauncher({ repository: made.repository });
  return launcher.cleanBuildCommand(await launcher.build(made.target, { signal }));
}

test('each timed build begins with the sources and shared data alone, and leaves the artifact in peace', async () => {
  // Two steps, the second with words that a shell would read otherwise; what is there before goes into the output.
  const steps = [
    ['sh', '-c', 'seen=$(ls -A | tr "\\n" " "); mkdir -p build; printf %s "$seen" > build/out'],
    [
      'sh',
      '-c',
      'cat source ../../shared/sentence.txt >> build/out; mkdir "$GOCACHE" && chmod 555 "$GOCACHE"',
    ],
  ];
  // Only the timed build has a GOCACHE that is its own to make.
  process.env.GOCACHE = join(process.cwd(), 'never');
  const made = fixture('well', {
    process: {
      build: [...steps.slice(0, 1), ['sh', '-c', 'cat source >> build/out']],
      artifact: 'build/out',
    },
  });
  made.write('source', `it's $HOME, "quoted"\n`);
  const launcher = createProcessLauncher({ repository: made.repository });
  const built = await launcher.build(made.target, { signal });
  mkdirSync(join(made.target.folder, 'node_modules'));
  writeFileSync(join(made.target.folder, 'build/out'), 'the artifact');
  made.target.manifest.process.build = steps;

  const timed = launcher.cleanBuildCommand(built);
  assert.ok(timed);
  const first = await buildOnce(timed);
  assert.equal(first, `server.mjs source it's $HOME, "quoted"\n一`);
  assert.equal(await buildOnce(timed), first, 'nothing is left of the build before');
  assert.equal(readFileSync(join(made.target.folder, 'build/out'), 'utf8'), 'the artifact');

  timed.close();
  assert.ok(!existsSync(timed.folder));
  assert.deepEqual(readdirSync(join(made.repository.cache, 'clean-builds')), []);
  delete process.env.GOCACHE;
  made.remove();
});

test('a target without build commands has no build to time', async () => {
  const made = fixture('well');
  assert.equal(await commandOf(made), null);
  made.remove();
});
