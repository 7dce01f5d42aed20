import type { MarkCode } from '@pitwall/bench/model';

/** What makes a figure doubtful. */
export const marks: Record<MarkCode, { label: string; explanation: string }> = {
  'loader-bound': {
    label: 'loader-bound',
    explanation:
      "The loader's processors, which on small machines also run the database and the harness, were full and the server's were not: the server may be faster than the figure. What it costs per request is not affected.",
  },
  errors: { label: 'errors', explanation: 'Connections failed or timed out while the load ran.' },
  'not-warm': {
    label: 'not warm',
    explanation:
      'The server reached no steady state within the time allowed for warm-up, or for settling afterwards; it may be faster than this figure.',
  },
  unsettled: {
    label: 'unsettled',
    explanation:
      'The server was measured before it had settled, or after it had idled, and may be up to a third faster than the figure says. In runs before 26 November 2026, JavaScript was measured right after a wait, and the JVM began to compile again when the checks started. In runs before 27 November, Node.js idled or was paused between its visits, took that for idleness, and threw away code that it had compiled.',
  },
  unsteady: {
    label: 'unsteady',
    explanation: 'Throughput had not settled when the warm-up reached its limit.',
  },
  'stolen-time': {
    label: 'stolen time',
    explanation: 'The hypervisor gave CPU time to other guests while the load ran.',
  },
  disturbed: {
    label: 'disturbed',
    explanation: 'Other programs took time on the processors of the server or the loader while the load ran.',
  },
  throttled: { label: 'throttled', explanation: 'A limit on CPU time slowed the server down.' },
  'few-samples': {
    label: 'few samples',
    explanation: 'There were too few requests to distinguish the highest percentile from chance.',
  },
  'rate-not-reached': {
    label: 'rate not reached',
    explanation: 'Requests left later than they were due: the latency is that of a lower rate.',
  },
  'status-mismatch': {
    label: 'wrong status',
    explanation: "Responses had another status than the scenario's.",
  },
  'count-mismatch': {
    label: 'count differs',
    explanation: 'The server and the loader counted different numbers of requests.',
  },
  'size-changed': {
    label: 'size changed',
    explanation: 'Responses under load had another size than those that the probes read.',
  },
  'wrong-body-under-load': {
    label: 'wrong body',
    explanation: 'A response read while the load ran did not match the contract.',
  },
  'stale-row': {
    label: 'stale row',
    explanation: 'A row was changed while the load ran, and the next read still returned the old one.',
  },
  'not-from-database': {
    label: 'not from database',
    explanation: 'The database saw fewer queries or rows than the responses imply.',
  },
  'rows-mismatch': {
    label: 'rows differ',
    explanation: 'The rows in the database after the load did not match the responses.',
  },
  'littles-law': {
    label: 'breaks Little’s law',
    explanation: 'Throughput, latency and connections do not agree with each other.',
  },
  'connections-missing': {
    label: 'connections missing',
    explanation: 'Half-way through the load, fewer connections were open than requested.',
  },
  'slow-stop': { label: 'slow stop', explanation: 'The server did not stop in time when asked to.' },
  'workers-replaced': {
    label: 'workers replaced',
    explanation:
      'Processes of the server ended after it had been paused between two visits, as happens when a process manager believes that its workers have hung. New ones may not be as warm.',
  },
  'load-repeated': {
    label: 'load repeated',
    explanation: 'A load failed, or what was read beside it, and was put on the server once more.',
  },
};
