import type { MarkCode } from '@pitwall/bench/model';

/** What makes a figure doubtful. */
export const marks: Record<MarkCode, { label: string; explanation: string }> = {
  'loader-bound': {
    label: 'loader-bound',
    explanation:
      "The loader's processors were full and the server's were not: the server may be faster than the figure.",
  },
  errors: { label: 'errors', explanation: 'Connections failed or timed out while the load ran.' },
  'not-warm': {
    label: 'not warm',
    explanation:
      'Its runtime was still compiling when its time was up: the steady state may be faster than the figure.',
  },
  unsteady: {
    label: 'unsteady',
    explanation: 'Throughput had not settled when the warm-up reached its bound.',
  },
  'stolen-time': {
    label: 'stolen time',
    explanation: 'The hypervisor gave processor time to somebody else while the load ran.',
  },
  disturbed: {
    label: 'disturbed',
    explanation: "Other programs took time on the server's processors while the load ran.",
  },
  throttled: { label: 'throttled', explanation: 'A limit on processor time held the server back.' },
  'few-samples': {
    label: 'few samples',
    explanation: 'There were too few requests for the highest percentile to be told apart from chance.',
  },
  'rate-not-reached': {
    label: 'rate not reached',
    explanation: 'Requests left more slowly than they were due: the latency is that of a lower rate.',
  },
  'status-mismatch': {
    label: 'wrong status',
    explanation: "Responses had another status than the scenario's.",
  },
  'count-mismatch': {
    label: 'count differs',
    explanation: 'The server counted another number of requests than the loader.',
  },
  'size-changed': {
    label: 'size changed',
    explanation: 'Responses under load were not of the size that the check before saw.',
  },
  'wrong-body-under-load': {
    label: 'wrong body',
    explanation: 'A response read while the load ran was not the one that the contract asks for.',
  },
  'stale-row': {
    label: 'stale row',
    explanation: 'A row changed while the load ran did not show in the next read.',
  },
  'not-from-database': {
    label: 'not from database',
    explanation: 'The database saw fewer queries or rows than the responses imply.',
  },
  'rows-mismatch': {
    label: 'rows differ',
    explanation: 'The rows in the database after the load were not the ones that the responses had promised.',
  },
  'littles-law': {
    label: "Little's law",
    explanation: 'Throughput, latency and connections do not agree with each other.',
  },
  'connections-missing': {
    label: 'connections missing',
    explanation: 'Half-way through the load fewer connections were open than were asked for.',
  },
  'slow-stop': { label: 'slow stop', explanation: 'The server did not end in time when it was asked to.' },
  'round-failed': { label: 'failed start', explanation: 'At least one start gave no figure.' },
};
