import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { discoverDatabase } from '../../src/databases/index.ts';
import { aptInstall } from '../../src/process/apt-install.ts';
import { repository } from '../../src/util/repository.ts';
import { writeBombardier } from '../load/bombardier-program.ts';
import { manifestOf, shortProfile } from '../measure/support/repository.ts';
import { additions, scenarioOnNewDatabase } from './additions.ts';
import { type CheckoutCopy, copyCheckout } from './copy.ts';

/**
 * One of each thing that a newcomer may add, made up and added for real: to a copy of the checkout, by the files of
 * `additions.ts` alone. The copy must measure a server with all of it, and show the result on its pages.
 */

const providers = await discoverDatabase('postgresql', repository.root);
const hasPostgresql = providers.some(
  ({ provider, available }) => available && ['path', 'embedded'].includes(provider),
);

describe('a copy of the checkout with all of them', {
  skip: hasPostgresql ? false : `no PostgreSQL of this machine’s own: npm ci, or ${aptInstall('postgresql')}`,
}, () => {
  let copy: CheckoutCopy;
  const inCopy = (...words: string[]) => runNode(copy.root, [join(copy.root, 'bench/src/cli.ts'), ...words]);
  const text = (path: string): string => readFileSync(join(copy.root, path), 'utf8');

  before(() => {
    copy = copyCheckout();
    for (const addition of [...additions, scenarioOnNewDatabase]) copy.apply(addition);
    addTarget(copy);
  });
  after(() => copy.remove());

  test('writes the contract of the new scenarios and of the new database by itself', async () => {
    const { code, output } = await inCopy('schema', '--write');
    assert.equal(code, 0, output);
    const contract = text('targets/CONTRACT.md');
    assert.match(contract, /^\| `proverbs` \| 1 \| `GET \/proverbs` \| .* \| postgresql \|$/m);
    assert.match(contract, /^\| `CARDFILE_HOST`, `CARDFILE_PORT` \| the card file \|$/m);
    assert.match(contract, /^- `cards` \(Card file\): id number; words text$/m);
  });

  test('verifies and measures a server with them', async () => {
    const scenarios = ['json', 'proverbs', 'cards'].flatMap((id) => ['--scenario', id]);
    const { code, output } = await inCopy('run', 'javascript/made-up', '--profile', 'made-up', ...scenarios);
    assert.equal(code, 0, output);
    const [file = ''] = globSync('results/runs/**/javascript-made-up*.json', { cwd: copy.root });
    const result = JSON.parse(text(file));
    assert.equal(result.state.step, 'measured', output);
    assert.deepEqual(
      result.cells
        .map(({ scenario, loadShapeId }: Record<string, string>) => `${scenario} ${loadShapeId}`)
        .sort(),
      ['cards bombardier-4', 'json bombardier-4', 'proverbs bombardier-4'],
    );
    for (const { scenario, failures, marks, rounds } of result.cells) {
      assert.deepEqual(failures, [], scenario);
      const codes = marks.map((mark: { code: string }) => mark.code);
      for (const code of ['stale-row', 'wrong-body-under-load', 'not-from-database', 'count-mismatch'])
        assert.ok(!codes.includes(code), `${scenario}: ${code}`);
      assert.ok(rounds.wallSeconds[0] >= rounds.durationSeconds[0], `${scenario}: ${rounds.wallSeconds}`);
    }
    assert.match(output, /Card file 1\.0/);
  });

  test('shows the column and the metric in a terminal', async () => {
    const { output } = await inCopy('show', '--scenario', 'cards', '--metric', 'wallTimeRatio');
    assert.match(output, /Cards: wall time, lower is better/);
    assert.match(output, / starts\n.*\n.*made-up.* 1$/m);
  });

  test('publishes pages that have them, in every language', async () => {
    const { code, output } = await inCopy('publish');
    assert.equal(code, 0, output);
    const page = (language: string): string =>
      text(`site/dist/${language}ranking/proverbs/bombardier-4/wall-time/index.html`);
    assert.match(page(''), /<h1[^>]*>Proverbs: wall time<\/h1>/);
    assert.match(page(''), /<th[^>]*>\s*Starts\s*<\/th>/);
    assert.match(page('zh/'), /<h1[^>]*>谚语：总时长<\/h1>/);
    assert.match(page('zh/'), /<th[^>]*>\s*启动次数\s*<\/th>/);
    assert.match(page('eo/'), /<html lang="eo"/);
    assert.match(page('eo/'), /Ĉi tiu tabelo kiel/);
    for (const language of ['', 'zh/']) assert.match(page(language), /hreflang="eo"[^>]*>\s*Esperanto/);
  });

  /** Runs a program on this Node, with the made-up loader and the pinned Node on its PATH. */
  function runNode(cwd: string, words: readonly string[]): Promise<{ code: number | null; output: string }> {
    const path = [join(copy.root, 'bin'), join(copy.root, 'node_modules/.bin'), process.env.PATH].join(
      delimiter,
    );
    const child = spawn(process.execPath, words, { cwd, env: { ...process.env, PATH: path, NO_COLOR: '1' } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    return new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve({ code, output }));
    });
  }
});

/** The target that serves the scenarios, the program of the loader, and a profile that names it. */
function addTarget(copy: CheckoutCopy): void {
  const folder = 'targets/javascript/made-up';
  const manifest = {
    ...manifestOf('made-up', ['json', 'counter', 'proverbs', 'cards']),
    kind: 'micro',
    databaseAccess: {
      postgresql: { kind: 'raw', library: 'pg' },
      cardfile: { kind: 'raw', library: 'node:net' },
    },
  };
  const server = readFileSync(join(import.meta.dirname, 'fixtures/made-up/server.js'), 'utf8');
  copy.write(`${folder}/target.yaml`, stringify(manifest));
  copy.write(`${folder}/Dockerfile`, 'FROM scratch\n');
  copy.write(`${folder}/server.js`, server);
  writeBombardier(join(copy.root, 'bin'));
  const loadShapes = [{ loader: 'bombardier', connections: 4 }];
  copy.write('bench/profiles/made-up.yaml', stringify({ ...shortProfile, loadShapes }));
}
