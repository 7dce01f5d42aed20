import type { z } from 'zod';
import type { LoadShape } from '../model/index.ts';
import { PitwallError } from '../util/errors.ts';
import { shortened } from '../util/text.ts';
import { describeLoadShape } from '../words/index.ts';
import { type LoadPlan, requestsOf, type ToolOutput } from './loader.ts';

/**
 * Loaders stop on time to about 0.1 s; a shorter report was interrupted (SIGINT makes both tools report
 * early). A load that is itself short may lack a quarter.
 */
const EARLY_SECONDS = 0.25;
const EARLY_RATIO = 0.25;

/** Returns where a load failed, for errors: `wrk, 64 connections, closed loop › http://127.0.0.1:8080`. */
function placeOf(plan: LoadPlan): string {
  return `${describeLoadShape(plan.shape)} › ${plan.origin}`;
}

/** Throws unless the tool ended by itself with exit code 0. */
export function assertEnded(output: ToolOutput, plan: LoadPlan): void {
  const tool = plan.shape.loader;
  if (output.signal !== null) {
    throw new PitwallError({
      what: `${tool} was stopped before its load was over`,
      where: placeOf(plan),
      expected: `${amountOf(plan)} and a report`,
      seen: `signal ${output.signal}, after ${lastWords(output)}`,
      next: 'Run it again; a run resumes where it stopped',
    });
  }
  if (output.exitCode === 0) return;
  const refused = /unable to connect|refused/i.test(output.stderr);
  throw new PitwallError({
    what: refused ? `${tool} could not reach the server` : `${tool} failed`,
    where: placeOf(plan),
    expected: refused ? `a server that listens on ${plan.origin}` : `exit code 0 from ${tool}`,
    seen: `exit code ${output.exitCode}, ${lastWords(output)}`,
    next: refused
      ? "Read the server's log: it stopped, or it listens elsewhere"
      : `Run the command by hand and read the output of ${tool}`,
  });
}

/** The error for output that is not a complete report. */
export function notAReport(plan: LoadPlan, expected: string, seen: string, cause?: unknown): PitwallError {
  const tool = plan.shape.loader;
  return new PitwallError({
    what: `The output of ${tool} is not a complete report`,
    where: placeOf(plan),
    expected,
    seen,
    next: `Run it again; if it fails again, run the command by hand and read the output of ${tool}`,
    cause,
  });
}

/**
 * Returns the report that a tool printed as JSON. Throws a PitwallError if it is of another schema.
 *
 * @param expected what the report is, as the error says it
 */
export function readJsonReport<Report>(
  schema: z.ZodType<Report>,
  stdout: string,
  plan: LoadPlan,
  expected: string,
): Report {
  try {
    return schema.parse(JSON.parse(stdout));
  } catch (error) {
    throw notAReport(plan, expected, excerpt(stdout), error);
  }
}

export function assertWholeDuration(durationSeconds: number, plan: LoadPlan): void {
  if (durationSeconds >= plan.seconds - Math.min(EARLY_SECONDS, plan.seconds * EARLY_RATIO)) return;
  throw notAReport(plan, amountOf(plan), `a report of ${durationSeconds} s: it was interrupted`);
}

/** `tried` counts responses and errors together: the requests that the tool was to send. */
export function assertAllRequests(tried: number, plan: LoadPlan): void {
  if (tried === requestsOf(plan)) return;
  throw notAReport(plan, amountOf(plan), `a report of ${tried} requests: it was interrupted`);
}

function amountOf(plan: LoadPlan): string {
  const requests = requestsOf(plan);
  return requests === null ? `${plan.seconds} s of load` : `${requests.toLocaleString('en')} requests`;
}

/** Returns the first request of a plan; a plan without one is a bug of the caller. */
export function firstRequest(plan: LoadPlan<LoadShape>) {
  const [first] = plan.requests;
  if (!first) throw new RangeError('a load needs at least one request');
  return first;
}

const SHOWN_CHARACTERS = 160;

/** Returns the start of what a tool wrote, on one line and without control characters. */
export function excerpt(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (line === '') return 'nothing';
  return `“${shortened(line, SHOWN_CHARACTERS)}”`;
}

function lastWords(output: ToolOutput): string {
  return excerpt(output.stderr.trim() === '' ? output.stdout : output.stderr);
}
