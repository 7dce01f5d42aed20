import { appendFileSync } from 'node:fs';

/** What GitHub Actions reads of a step: commands on its output, and the files that it names in the environment. */

export interface Annotation {
  level: 'error' | 'warning' | 'notice';
  title: string;
  message: string;
  /** Below the repository's root; `null` where no file is meant. */
  file: string | null;
  /** From 1; `null` for the file as a whole. */
  line: number | null;
}

/** Longest message of an annotation: GitHub cuts there. */
const MAX_MESSAGE = 4_000;

/**
 * `::error file=…,line=…,title=…::message`. Whatever the texts are, they begin no other command: line ends and
 * separators are escaped as the runner's own toolkit does.
 */
export function workflowCommand({ level, title, message, file, line }: Annotation): string {
  const properties = [
    ...(file === null ? [] : [`file=${property(file)}`]),
    ...(line === null ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  const cut = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
  return `::${level} ${properties.join(',')}::${data(cut)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Outputs of the step, one line each; does nothing outside of a workflow. Values must not hold a line end. */
export function writeOutputs(environment: Environment, outputs: Readonly<Record<string, string>>): void {
  const file = environment.GITHUB_OUTPUT;
  if (!file) return;
  for (const [name, value] of Object.entries(outputs)) {
    if (/[\r\n]/.test(value)) throw new RangeError(`the output ${name} holds a line end`);
    appendFileSync(file, `${name}=${value}\n`);
  }
}

/** Adds Markdown to the job's summary; gives back whether there is one. */
export function writeSummary(environment: Environment, markdown: string): boolean {
  const file = environment.GITHUB_STEP_SUMMARY;
  if (!file) return false;
  appendFileSync(file, `${markdown}\n`);
  return true;
}
