import { SHOWN_RUN_COVERAGE } from '../analysis/shown-run.ts';
import { HEALTHY_SECONDS, STOP_SECONDS } from '../launch/launcher.ts';
import {
  type Constant,
  FALLING_RATIO,
  FEW_CONNECTIONS,
  QUIET_COMPILING_RATIO,
  QUIET_SECONDS,
} from '../model/index.ts';
import { MAX_RESULT_BYTES } from '../results/run-store.ts';
import { CONFIDENCE, ORDER_STATISTIC_VALUES, RANK_ERROR_RATE, RUN_DIFF_ERROR_RATE } from '../stats/index.ts';
import { SIGNIFICANT_DIGITS } from '../util/rounding.ts';

/** The constants of the method, read from the code that uses them, for the methodology page. */
export function constants(): Constant[] {
  return [
    { id: 'confidence', value: CONFIDENCE * 100, unit: '%' },
    { id: 'order-statistic-values', value: ORDER_STATISTIC_VALUES, unit: 'blocks' },
    { id: 'quiet-compiling-ratio', value: QUIET_COMPILING_RATIO * 100, unit: '%' },
    { id: 'quiet-seconds', value: QUIET_SECONDS, unit: 's' },
    { id: 'falling-ratio', value: FALLING_RATIO * 100, unit: '%' },
    { id: 'few-connections', value: FEW_CONNECTIONS, unit: null },
    { id: 'rank-error-rate', value: RANK_ERROR_RATE * 100, unit: '%' },
    { id: 'significant-digits', value: SIGNIFICANT_DIGITS, unit: 'digits' },
    { id: 'healthy-within', value: HEALTHY_SECONDS, unit: 's' },
    { id: 'stopped-within', value: STOP_SECONDS, unit: 's' },
    { id: 'shown-run-coverage', value: SHOWN_RUN_COVERAGE * 100, unit: '%' },
    { id: 'run-diff-error-rate', value: RUN_DIFF_ERROR_RATE * 100, unit: '%' },
    { id: 'result-file-size', value: MAX_RESULT_BYTES, unit: 'bytes' },
  ];
}
