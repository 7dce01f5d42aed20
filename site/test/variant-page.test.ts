import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TargetData } from '@pitwall/bench/model';
import { folderAt } from '../src/lib/build/repository.ts';
import { embedSnippets } from '../src/lib/frameworks/embed.ts';
import { measureCommands, measuredSource, runsBehind } from '../src/lib/frameworks/target-view.ts';
import { orderedVariants, variantSections } from '../src/lib/frameworks/variant-sections.ts';
import { messagesOf } from '../src/messages/index.ts';

const variant = (id: string, kind: 'raw' | 'orm' = 'raw') => ({
  variant: id,
  databaseAccess: { mysql: { kind, library: 'x' } },
});
const dataOf = (...appearances: { machine: string; variants: ReturnType<typeof variant>[] }[]): TargetData =>
  ({ target: 'go/gin', name: 'Gin', appearances }) as unknown as TargetData;

test('the plain variant comes first, an ORM last, the others as the manifest has them', () => {
  const manifest = {
    variants: ['jit', 'ef-core', 'native-aot'].map((id) => ({ id, description: '', server: null })),
  };
  const data = dataOf({
    machine: 'm',
    variants: [variant('ef-core', 'orm'), variant('native-aot'), variant('jit')],
  });
  assert.deepEqual(
    orderedVariants(data, manifest).map(({ variant: { variant: id } }) => id),
    ['jit', 'native-aot', 'ef-core'],
  );
});

test('sections of a second machine have anchors of their own', () => {
  const data = dataOf(
    { machine: 'first', variants: [variant('default')] },
    { machine: 'second', variants: [variant('default')] },
  );
  const all = (language: 'en' | 'zh') =>
    variantSections(data, null, ({ name }) => name, messagesOf(language));
  const sections = (language: 'en' | 'zh') => all(language).map(({ id, name, tab }) => [id, name, tab]);
  // A link that names the machine finds those of the first one too.
  assert.deepEqual(
    all('en').map(({ onMachine }) => onMachine),
    ['default-first', null],
  );
  assert.deepEqual(sections('en'), [
    ['default', 'Gin', 'Gin'],
    ['default-second', 'Gin, second', 'Gin, machine 2'],
  ]);
  assert.deepEqual(sections('zh')[1], ['default-second', 'Gin，second', 'Gin，机器 2']);
});

test('a source is what was measured only where every measured variant is of it, without changes', () => {
  const measured = { state: { step: 'measured' }, commit: 'a', modified: false };
  const of = (...variants: object[]) => ({ appearances: [{ variants }] }) as unknown as TargetData;
  assert.deepEqual(measuredSource(of(measured, measured), 'a'), { measured: 'a', isMeasured: true });
  const changed = { measured: 'a', isMeasured: false };
  assert.deepEqual(measuredSource(of(measured), 'b'), changed);
  assert.deepEqual(measuredSource(of(measured), null), changed, 'the checkout has changes of its own');
  assert.deepEqual(measuredSource(of({ ...measured, modified: true }), 'a'), changed);
  const older = { ...measured, commit: 'b' };
  assert.deepEqual(measuredSource(of(measured, older), 'a'), { measured: 'b', isMeasured: false });
  const leftOut = { ...older, state: { step: 'left-out' } };
  assert.deepEqual(measuredSource(of(leftOut, measured), 'a'), { measured: 'a', isMeasured: true });
  const outside = { ...measured, commit: null };
  assert.deepEqual(measuredSource(of(outside), 'a'), { measured: null, isMeasured: false });
});

test('each run has its checkout and its command, with the options that it had', () => {
  const runs = [
    { commit: 'a'.repeat(40), options: '--profile standard --blocks 3 --seed 1' },
    { commit: null, options: '--profile standard-plain --blocks 2 --seed 2' },
  ];
  assert.deepEqual(measureCommands('go/gin', { variant: 'raw' }, runs, 'https://example.org/p'), [
    'git clone https://example.org/p pitwall && cd pitwall',
    `git checkout ${'a'.repeat(40)}`,
    'npm run bench -- run go/gin:raw --profile standard --blocks 3 --seed 1',
    'npm run bench -- run go/gin:raw --profile standard-plain --blocks 2 --seed 2',
  ]);
});

test('a variant is measured again by the runs that its figures come from', () => {
  const runs = [{ run: 'databases' }, { run: 'plain' }];
  const cellsOf = (...names: string[]) => ({ cells: names.map((run) => ({ run })) }) as never;
  assert.deepEqual(runsBehind(cellsOf('plain', 'plain'), runs), [{ run: 'plain' }]);
  assert.deepEqual(runsBehind(cellsOf('plain', 'databases'), runs), runs);
  assert.deepEqual(runsBehind(cellsOf(), runs), runs, 'a variant that failed, to see it fail');
});

test('a snippet names badge or chart and the page of the variant; a name cannot break out of it', () => {
  const { badge, chart } = embedSnippets({
    target: 'go/gin',
    variant: 'raw',
    key: 'go-gin.raw',
    name: 'Gin](https://elsewhere)',
  });
  assert.equal(
    badge,
    '[![Pitwall: Gin\\](https://elsewhere)](https://SITE/data/badges/go-gin.raw.svg)](https://SITE/frameworks/go/gin/#raw)',
  );
  assert.match(chart, /\(https:\/\/SITE\/data\/charts\/go-gin\.raw\.svg\)/);
});

test('a folder is linked at its commit where the repository is known, and not at all otherwise', () => {
  const before = process.env.PITWALL_REPOSITORY;
  try {
    process.env.PITWALL_REPOSITORY = '/srv/pitwall';
    assert.equal(folderAt('targets/go/gin', null), null);
    process.env.PITWALL_REPOSITORY = 'https://example.org/pitwall/';
    assert.equal(folderAt('targets/go/gin', 'abc'), 'https://example.org/pitwall/tree/abc/targets/go/gin');
    assert.equal(folderAt('targets/go/gin', null), 'https://example.org/pitwall/tree/HEAD/targets/go/gin');
  } finally {
    if (before === undefined) delete process.env.PITWALL_REPOSITORY;
    else process.env.PITWALL_REPOSITORY = before;
  }
});
