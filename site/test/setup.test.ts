import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Machine, Run } from '@pitwall/bench/model';
import { calibrationMisses } from '../src/lib/methodology/calibration-view.ts';
import {
  processorGroups,
  setupPicture,
  setupSentences,
  sharedSentence,
} from '../src/lib/methodology/setup-view.ts';
import { messagesOf } from '../src/messages/index.ts';

const [english, chinese] = [messagesOf('en'), messagesOf('zh')];
const run = (
  server: number[],
  database: number[],
  loader: number[],
  pinned = true,
): Pick<Run, 'processors'> => ({
  processors: { server, database, loader, pinned },
});
const alone: Pick<Machine, 'hosts'> = {};
const all = ['loader', 'server', 'database'] as const;

test('on two processors, loader and database share one, and pages say so', () => {
  const groups = processorGroups(run([0], [1], [1]), alone);
  assert.deepEqual(setupSentences(groups, english), [
    'The loader and database share processor 1.',
    'The server has processor 0 to itself.',
  ]);
  assert.match(sharedSentence(groups, all, english) ?? '', /^The loader and database share processor 1 here/);
  assert.match(sharedSentence(groups, all, chinese) ?? '', /^这里压测工具与数据库共用处理器 1：/);
  // Without a database nothing that matters is shared.
  assert.equal(sharedSentence(groups, ['loader', 'server'], english), null);
});

test('on one processor, what one of the three uses is lost to both others', () => {
  const groups = processorGroups(run([0], [0], [0]), alone);
  assert.match(sharedSentence(groups, all, english) ?? '', /what one uses, the others cannot\.$/);
  assert.match(
    sharedSentence(groups, all, chinese) ?? '',
    /^这里压测工具、服务器与数据库共用处理器 0：一方占用多少，其他各方就少多少。$/,
  );
});

test('with a processor for each, nothing is shared; numbers in a row are a range', () => {
  const groups = processorGroups(run([4, 5, 6, 7, 9], [0, 1], [2]), alone);
  assert.deepEqual(setupSentences(groups, english), [
    'The loader has processor 2 to itself.',
    'The server has processors 4–7 and 9 to itself.',
    'The database has processors 0–1 to itself.',
  ]);
  assert.match(setupSentences(groups, chinese).join(''), /处理器 4–7、9。/);
  assert.equal(sharedSentence(groups, all, english), null);
});

test('the same number on another host is another processor', () => {
  const host = { roles: ['server'], engines: [] } as unknown as NonNullable<Machine['hosts']>[number];
  const hosts = [host, { ...host, roles: ['database', 'loader'] as ('database' | 'loader')[] }];
  const groups = processorGroups(run([0], [0], [1]), { hosts });
  assert.equal(sharedSentence(groups, all, english), null);
  assert.match(setupSentences(groups, english).join(' '), /The server has host 1, processor 0 to itself/);
});

test('a machine that cannot pin has no picture of who runs where', () => {
  assert.deepEqual(processorGroups(run([0, 1], [0, 1], [0, 1], false), alone), []);
});

test('the picture has every role once, inside its box, and an arrow for each step of a request', () => {
  for (const groups of [
    processorGroups(run([0], [1], [1]), alone),
    processorGroups(run([0], [1], [2]), alone),
    processorGroups(run([0], [0], [0]), alone),
    processorGroups(run([0], [0], [1]), alone),
  ]) {
    const { boxes, chips, arrows, width, height } = setupPicture(groups, english);
    assert.deepEqual(chips.map(({ role }) => role).sort(), ['database', 'loader', 'server']);
    for (const chip of chips) {
      const inside = boxes.filter(
        (box) =>
          chip.x > box.x &&
          chip.y > box.y &&
          chip.x + chip.width < box.x + box.width &&
          chip.y + chip.height < box.y + box.height,
      );
      assert.equal(inside.length, 1);
    }
    assert.equal(arrows.length, 2);
    for (const [x, y] of arrows.flatMap(({ from, to }) => [from, to]))
      assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, `${x} ${y}`);
    assert.deepEqual(
      boxes.map(({ shared }) => shared),
      groups.map(({ roles }) => roles.length > 1),
    );
  }
});

test('the picture of two groups is no wider than a phone, where it is not made smaller', () => {
  const { width } = setupPicture(processorGroups(run([0], [1], [1]), alone), english);
  // The margins of a page are 16 pixels there.
  assert.ok(width <= 360 - 2 * 16, `${width}`);
});

test('known slowdowns outside their intervals are counted', () => {
  const row = (known: number, share: number, low: number, high: number) => ({
    server: 'c/epoll',
    mode: 'together' as const,
    pairs: 75,
    warm: null,
    pairDeviation: 0.02,
    known,
    found: { share, low, high },
  });
  assert.deepEqual(
    calibrationMisses([
      row(0, 0.0001, -0.001, 0.001),
      row(0.02, 0.021, 0.019, 0.023),
      row(0.05, 0.0578, 0.0535, 0.0622),
      row(0.1, 0.1089, 0.1043, 0.1136),
    ]),
    { rows: 3, outside: 2, above: 2, largestError: 0.0578 / 0.05 - 1, sameIsSame: true },
  );
  assert.deepEqual(calibrationMisses([row(0, 0.02, 0.01, 0.03)]), {
    rows: 0,
    outside: 0,
    above: 0,
    largestError: 0,
    sameIsSame: false,
  });
});
