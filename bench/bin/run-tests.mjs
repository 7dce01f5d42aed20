// Runs test files as `node --test` does, with three differences: they begin in the order in which they are named, what
// came of them is listed in a file for `npm test`, and a file that never ends is named and ended.
//
//   node run-tests.mjs <files at once> <file for the outcomes> <test file>...
import { createWriteStream } from 'node:fs';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import testOutcomes from './test-outcomes.mjs';

/** Twice what the longest file takes on a slow machine. What a test leaves open keeps its file from ending. */
const MOST_MINUTES = Number(process.env.PITWALL_TEST_FILE_MINUTES ?? 20);

const [filesAtOnce, outcomes, ...files] = process.argv.slice(2);
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort());

const events = run({
  files: files.map((file) => resolve(file)),
  concurrency: Number(filesAtOnce),
  signal: stopped.signal,
});
const limits = new Map();
// A file is a test of its own, whose name is its path.
events.on('test:dequeue', ({ name, file }) => {
  if (name === file) limits.set(file, setTimeout(() => endFor(file), MOST_MINUTES * 60_000).unref());
});
events.on('test:complete', ({ name, file }) => {
  if (name === file) clearTimeout(limits.get(file));
});
events.on('test:summary', ({ file, success }) => {
  // The one without a file is of all of them.
  if (file === undefined && !success) process.exitCode = 1;
});
events.compose(new spec()).pipe(process.stdout);
events.compose(testOutcomes).pipe(createWriteStream(outcomes));

function endFor(file) {
  const what = `${relative('.', file)} did not end within ${MOST_MINUTES} minutes, so all files that ran were ended`;
  stopped.abort(new Error(what));
}
