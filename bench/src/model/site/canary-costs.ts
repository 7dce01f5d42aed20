import { z } from 'zod';
import { count, label, metricFigure } from '../units.ts';

/** The CPU time of a request of the canary, over its loads. */
export const canaryCostsSchema = z.strictObject({
  target: label,
  loads: count,
  medianNanoseconds: metricFigure,
  lowNanoseconds: metricFigure,
  highNanoseconds: metricFigure,
});
export type CanaryCosts = z.infer<typeof canaryCostsSchema>;
