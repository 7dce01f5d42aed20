/**
 * Lists what came of tests, one line of JSON each: those that failed or were skipped, and each file that has ended.
 * `{ "kind": "failed" | "skipped", "file": "/…/a.test.ts", "name": "…", "reason": "…" }`
 * `{ "kind": "ended", "file": "/…/a.test.ts", "seconds": 1.5 }`
 */
export default async function* testOutcomes(events) {
  for await (const { type, data } of events) {
    if (!data?.file) continue;
    const { file, name, skip } = data;
    if (type === 'test:fail') yield* failed(data);
    // A skip without a reason is `true`.
    else if (type === 'test:pass' && skip !== undefined && skip !== false)
      yield line({ kind: 'skipped', file, name, reason: typeof skip === 'string' ? skip : '' });
    else if (type === 'test:summary') yield line({ kind: 'ended', file, seconds: data.duration_ms / 1_000 });
  }
}

function* failed({ file, name, details: { error } }) {
  // If a test of a group failed, that test is reported itself.
  if (error?.failureType === 'subtestsFailed') return;
  const cause = error?.cause ?? error;
  yield line({ kind: 'failed', file, name, reason: String(cause?.stack ?? cause?.message ?? cause) });
}

function line(outcome) {
  return `${JSON.stringify(outcome)}\n`;
}
