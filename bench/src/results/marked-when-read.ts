import type { Run, TargetRun } from '../model/index.ts';
import { withLoaderBound } from './loader-bound.ts';
import { withUnsettled } from './unsettled.ts';

/**
 * Adds the marks that did not exist yet when a run was recorded, so that older figures are doubted as newer ones are.
 */
export function markedWhenRead(run: Run, result: TargetRun): TargetRun {
  return withLoaderBound(run, withUnsettled(run, result));
}
