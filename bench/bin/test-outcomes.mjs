/**
 * A reporter for node --test: one line of JSON for each test that failed or was skipped.
 * `{ "kind": "failed" | "skipped", "file": "/…/a.test.ts", "name": "…", "reason": "…" }`
 */
export default async function* testOutcomes(events) {
  for await (const { type, data } of events) {
    if (!data?.file) continue;
    const { file, name, skip } = data;
    if (type === 'test:fail') yield line({ kind: 'failed', file, name, reason: '' });
    // A skip without a reason is `true`.
    else if (type === 'test:pass' && skip !== undefined && skip !== false)
      yield line({ kind: 'skipped', file, name, reason: typeof skip === 'string' ? skip : '' });
  }
}

function line(outcome) {
  return `${JSON.stringify(outcome)}\n`;
}
