import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { measuredOf } from '../../analysis/unmeasured.ts';
import { type Verdict, verdictOf } from '../../analysis/verdict.ts';
import type { Comparison } from '../../model/index.ts';
import { verdictMarkdown } from '../../publish/verdict-markdown.ts';
import { readComparison } from '../../results/comparison-store.ts';
import { shownPath } from '../../results/run-store.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { renderVerdict } from '../../terminal/verdict.ts';
import { type ExitCode, exitCodes, type PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import type { Command, OptionHelp, OptionValues } from '../command.ts';

export const verdictOutputOptions: Record<string, OptionHelp> = {
  markdown: { type: 'boolean', help: 'print Markdown, for a pull request' },
  json: {
    type: 'boolean',
    excludes: ['markdown'],
    help: 'print JSON to standard output, and nothing else',
  },
};

export const verdict: Command = {
  name: 'verdict',
  summary: 'judge recorded comparisons again, from their files alone',
  takes: '<file...>',
  details: 'The same file always gives the same output. With --json, several files give a list.',
  options: verdictOutputOptions,
  async run({ arguments: files, options, repository, terminal }) {
    // All are read before the first is printed: an error is no part of what a program reads.
    const comparisons = files.map(comparisonIn);
    if (options.json && comparisons.length > 1) {
      const list = comparisons.map(({ comparison }) => asData(verdictOf(comparison)));
      terminal.print(JSON.stringify(list, null, 2));
    } else {
      for (const { comparison, file } of comparisons)
        printVerdict(terminal, options, verdictOf(comparison), shownPath(repository, file));
    }
    const isWell = comparisons.every(({ comparison }) => exitOf(comparison) === exitCodes.ok);
    return isWell ? exitCodes.ok : exitCodes.failed;
  },
};

const NEXT = 'List comparisons with: ls results/comparisons/*/*';

function comparisonIn(name: string): { file: string; comparison: Comparison } {
  const file = resolve(name);
  // An empty name would be the folder that the command runs in.
  if (name === '' || !existsSync(file)) throw notThere(name);
  return { file, comparison: readComparison(file, { name, next: NEXT }) };
}

/** The exit code of a comparison, whether it was just measured or is read from its file. */
export function exitOf(comparison: Comparison): ExitCode {
  const { counts, unmeasured } = measuredOf(verdictOf(comparison));
  const isWhole = comparison.finishedAt !== null && unmeasured.length === 0;
  return isWhole && counts.regressed === 0 ? exitCodes.ok : exitCodes.failed;
}

export function printVerdict(
  terminal: Terminal,
  options: OptionValues,
  verdict: Verdict,
  file: string,
): void {
  if (options.json) terminal.print(JSON.stringify(asData(verdict), null, 2));
  else if (options.markdown) terminal.print(verdictMarkdown(verdict, file));
  else {
    terminal.print(renderVerdict(verdict, terminal));
    terminal.note(`Every pair: ${file}`);
  }
}

/**
 * `counts` leaves out the cells that were not measured to their end, which `unmeasured` counts. `disturbed` is the number
 * of pairs that were left out.
 */
function asData(verdict: Verdict): unknown {
  const { id, machine, commit, finishedAt, method, pairs, network = 'host', canary } = verdict.comparison;
  const { cells, counts, unmeasured: gaps } = measuredOf(verdict);
  return {
    comparison: id,
    machine,
    commit,
    finishedAt,
    network,
    warmup: method.warmup,
    counts,
    unmeasured: gaps.length,
    disturbed: verdict.disturbed,
    canary: canary ?? null,
    cells: cells.map(({ cell, judgement, minimumEffect, unmeasured }) => ({
      base: pairs[cell.pair]?.base.label,
      head: pairs[cell.pair]?.head.label,
      scenario: cell.scenario,
      loadShape: cell.loadShape,
      metric: cell.metric,
      mode: cell.mode,
      minimumEffect,
      ...judgement,
      unmeasured,
      failures: cell.failures,
    })),
  };
}

function notThere(name: string): PitwallError {
  return usageError({
    what: 'No such file',
    where: name || 'the empty name',
    expected: 'a comparison of results/comparisons',
    seen: 'nothing',
    next: NEXT,
  });
}
