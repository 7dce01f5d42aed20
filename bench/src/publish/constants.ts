import { SHOWN_RUN_COVERAGE } from '../analysis/shown-run.ts';
import { HEALTHY_SECONDS, STOP_SECONDS } from '../launch/launcher.ts';
import { COMPARISON_ERROR_RATE, type Constant, methodConstants } from '../model/index.ts';
import { MAX_RESULT_BYTES } from '../results/run-store.ts';
import { CONFIDENCE, ORDER_STATISTIC_VALUES, RANK_ERROR_RATE, RUN_DIFF_ERROR_RATE } from '../stats/index.ts';
import { SIGNIFICANT_DIGITS } from '../util/rounding.ts';

/** The constants that sentences of the methodology page may name: those of its table, and those of single rooms. */
export function constants(): Constant[] {
  return [
    ...methodConstants.map(({ name, value, unit }) => ({
      id: name.toLowerCase().replaceAll('_', '-'),
      ...(unit === 'share' ? { value: value * 100, unit: '%' } : { value, unit }),
    })),
    { id: 'confidence', value: CONFIDENCE * 100, unit: '%' },
    { id: 'order-statistic-values', value: ORDER_STATISTIC_VALUES, unit: 'blocks' },
    { id: 'rank-error-rate', value: RANK_ERROR_RATE * 100, unit: '%' },
    { id: 'comparison-error-rate', value: COMPARISON_ERROR_RATE * 100, unit: '%' },
    { id: 'significant-digits', value: SIGNIFICANT_DIGITS, unit: 'digits' },
    { id: 'healthy-within', value: HEALTHY_SECONDS, unit: 's' },
    { id: 'stopped-within', value: STOP_SECONDS, unit: 's' },
    { id: 'shown-run-coverage', value: SHOWN_RUN_COVERAGE * 100, unit: '%' },
    { id: 'run-diff-error-rate', value: RUN_DIFF_ERROR_RATE * 100, unit: '%' },
    { id: 'result-file-size', value: MAX_RESULT_BYTES, unit: 'bytes' },
  ];
}
