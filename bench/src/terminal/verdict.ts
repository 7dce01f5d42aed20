import type { Verdict } from '../analysis/verdict.ts';
import {
  describeLoadShape,
  loadShapeId,
  metricOf,
  type ReferenceRounds,
  STOLEN_LIMIT_RATIO,
  scenarioOf,
} from '../model/index.ts';
import type { Judgement } from '../stats/index.ts';
import { formatMetric } from './format.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

type JudgedCell = Verdict['cells'][number];

/** `+2.1 %`, `−0.3 %`: how much more head costs than base. */
export function formatChange(ratio: number): string {
  const percent = (ratio - 1) * 100;
  const size = Math.abs(percent);
  const digits = size >= 10 ? 0 : size >= 1 ? 1 : 2;
  const shown = size.toFixed(digits);
  return `${Number(shown) === 0 ? '±' : percent < 0 ? '−' : '+'}${shown} %`;
}

/** The words for a cell: what is known, and what it would take to know more. */
export function explain({ judgement, minimumEffect, cell }: JudgedCell): string {
  const limit = `${(minimumEffect * 100).toFixed(0)} %`;
  const { state, flagged, recurred, effect, roundsNeeded, differs } = judgement;
  const smaller = differs === 'worse' ? 'costs more' : 'costs less';
  switch (state) {
    case 'regressed':
      return `worse by more than ${limit}, twice`;
    case 'improved':
      return `better by more than ${limit}, twice`;
    case 'same':
      return differs ? `within ${limit}, though it ${smaller}` : `within ${limit}`;
    case 'undecided':
      if (effect === null) return cell.failures.at(-1)?.what ?? 'too few rounds';
      if (flagged && recurred === false) return 'was flagged and did not recur';
      if (flagged) return 'flagged, and not measured again yet';
      return `${differs ? `${smaller}, perhaps by ${limit}` : 'no difference seen'}; ${
        roundsNeeded === null
          ? 'it lies on the limit'
          : `about ${roundsNeeded.toLocaleString('en')} rounds would decide`
      }`;
  }
}

/** What all cells come to, in a sentence. */
export function verdictSentence({ cells, counts }: Verdict): string {
  const of = `of ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`;
  const part = (state: Judgement['state'], word: string): string[] =>
    counts[state] > 0 ? [`${counts[state]} ${word}`] : [];
  const rest = [
    ...part('improved', 'improved'),
    ...part('same', 'the same'),
    ...part('undecided', 'undecided'),
  ];
  if (counts.regressed > 0)
    return `${counts.regressed} ${of} regressed${rest.length ? `; ${rest.join(', ')}` : ''}.`;
  return `No regression ${of}: ${rest.join(', ')}.`;
}

const ORDER: readonly Judgement['state'][] = ['regressed', 'improved', 'undecided', 'same'];

/** Those that matter first, the larger change first. */
export function inOrder(cells: readonly JudgedCell[]): JudgedCell[] {
  const size = ({ judgement }: JudgedCell): number => Math.abs(Math.log(judgement.effect?.ratio ?? 1));
  return [...cells].sort(
    (a, b) => ORDER.indexOf(a.judgement.state) - ORDER.indexOf(b.judgement.state) || size(b) - size(a),
  );
}

export function intervalText({ effect }: Judgement): string {
  return effect ? `${formatChange(effect.low)} … ${formatChange(effect.high)}` : '';
}

/** A verdict as a table, its sentence first. */
export function renderVerdict(verdict: Verdict, terminal: Terminal): string {
  const { comparison, counts } = verdict;
  const sign = (state: Judgement['state']): string =>
    ({
      regressed: terminal.bad('✗ regressed'),
      improved: terminal.good('✓ improved'),
      same: '= same',
      undecided: terminal.warn('? undecided'),
    })[state];
  const sentence = verdictSentence(verdict);
  const blocks = comparison.pairs.map(({ base, head }, pair) => {
    const rows = inOrder(verdict.cells.filter(({ cell }) => cell.pair === pair)).map((one) => {
      const { cell, judgement } = one;
      return [
        scenarioOf(cell.scenario).id,
        `${metricOf(cell.metric).title.toLowerCase()}, ${loadShapeId(cell.loadShape)}`,
        judgement.effect ? formatChange(judgement.effect.ratio) : '–',
        intervalText(judgement),
        String(judgement.effect?.rounds ?? cell.rounds.round.length),
        judgement.leastDetectable ? formatChange(judgement.leastDetectable) : '',
        sign(judgement.state),
        explain(one),
      ];
    });
    return [
      terminal.strong(`${head.label} against ${base.label}`),
      table(
        [
          { title: 'scenario' },
          { title: 'cost' },
          { title: 'change', align: 'right' },
          { title: '95 % interval' },
          { title: 'rounds', align: 'right' },
          { title: 'detectable', align: 'right' },
          { title: 'verdict' },
          { title: '' },
        ],
        rows,
      ),
    ].join('\n');
  });
  const shapes = [...new Set(comparison.cells.map(({ loadShape }) => describeLoadShape(loadShape)))];
  return [
    counts.regressed > 0 ? terminal.bad(sentence) : terminal.strong(sentence),
    terminal.faint(
      `What a request costs in head, against base; more is worse. ${shapes.join('; ')}; each pair of rounds from fresh starts.`,
    ),
    '',
    blocks.join('\n\n'),
    ...disturbedSentence(verdict).map((sentence) => `\n${terminal.faint(sentence)}`),
    ...(comparison.reference ? ['', terminal.faint(referenceSentence(comparison.reference))] : []),
  ].join('\n');
}

/** What was measured and is not judged; nothing where that is nothing. */
export function disturbedSentence({ disturbed }: Verdict): string[] {
  if (disturbed === 0) return [];
  const limit = `${STOLEN_LIMIT_RATIO * 100} %`;
  return [
    `${disturbed} ${disturbed === 1 ? 'pair of rounds was' : 'pairs of rounds were'} measured again and not judged: ` +
      `the hypervisor took more than ${limit} of the processors' time.`,
  ];
}

/** Whether the machine kept still meanwhile, by what never changes. */
function referenceSentence({ target, cpuPerRequestNanoseconds }: ReferenceRounds): string {
  const loads = cpuPerRequestNanoseconds.length;
  const { unit } = metricOf('cpuPerRequestNanoseconds');
  const [low, high] = [Math.min(...cpuPerRequestNanoseconds), Math.max(...cpuPerRequestNanoseconds)];
  return `${target}, which never changes, took ${formatMetric(low, unit)} to ${formatMetric(high, unit)} a request meanwhile (${loads} ${loads === 1 ? 'load' : 'loads'}).`;
}
