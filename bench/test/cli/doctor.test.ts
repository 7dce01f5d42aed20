import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Finding, joinAlike } from '../../src/commands/project/doctor.ts';

const lacking = (name: string, detail: string): Finding => ({
  area: 'target',
  name,
  state: 'missing',
  detail,
  next: `get ${detail}`,
});

test('what many targets lack is one line; what is ready or of another kind keeps its own', () => {
  const all = ['go/gin', 'go/elton', 'rust/axum', 'c/epoll'];
  const ready: Finding = {
    area: 'target',
    name: 'c/epoll (process)',
    state: 'ready',
    detail: '',
    next: null,
  };
  const loader: Finding = { ...lacking('oha', 'no docker'), area: 'loader' };
  const findings = [
    loader,
    ready,
    { ...ready, name: 'go/gin (process)' },
    lacking('rust/axum (process)', 'no cargo'),
    lacking('rust/actix-web (process)', 'no cargo'),
    ...all.map((name) => lacking(`${name} (compose)`, 'no docker')),
  ];
  assert.deepEqual(
    joinAlike(findings).map(({ name }) => name),
    [
      'oha',
      'c/epoll (process)',
      'go/gin (process)',
      'rust/axum (process), rust/actix-web (process)',
      '4 targets (compose)',
    ],
  );
});
