import { appendFileSync } from 'node:fs';
import { cutToLength } from '../util/cut.ts';

/** Writes what GitHub Actions reads from a step: commands on its output, and files from its environment. */

export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  title: string;
  message: string;
  /** Path relative to the repository's root; `null` if the annotation is about no file. */
  file: string | null;
  /** Line from 1; `null` for the whole file. */
  line: number | null;
}

/** Longest message in characters; GitHub truncates longer ones. */
const MAX_MESSAGE = 4_000;

/**
 * Returns `::error file=…,line=…,title=…::message`. Line ends and separators are escaped as in the runner's
 * own toolkit, so that no text can begin another command.
 */
export function workflowCommand({ level, title, message, file, line }: Annotation): string {
  const properties = [
    ...(file === null ? [] : [`file=${property(file)}`]),
    ...(line === null ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  const cut = message.length > MAX_MESSAGE ? `${cutToLength(message, MAX_MESSAGE)}…` : message;
  return `::${level} ${properties.join(',')}::${data(cut)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Writes outputs of the step, if in a workflow. Throws a RangeError if a value contains a line end. */
export function writeOutputs(environment: Environment, outputs: Readonly<Record<string, string>>): void {
  const file = environment.GITHUB_OUTPUT;
  if (!file) return;
  for (const [name, value] of Object.entries(outputs)) {
    if (/[\r\n]/.test(value)) throw new RangeError(`the output ${name} contains a line break`);
    appendFileSync(file, `${name}=${value}\n`);
  }
}

/** Adds Markdown to the job's summary; returns whether there is one. */
export function writeSummary(environment: Environment, markdown: string): boolean {
  const file = environment.GITHUB_STEP_SUMMARY;
  if (!file) return false;
  appendFileSync(file, `${markdown}\n`);
  return true;
}
