import { z } from 'zod';
import {
  changesDataSchema,
  comparableRunsSchema,
  compareDataSchema,
  comparisonSchema,
  curvesDataSchema,
  diffDataSchema,
  machineSchema,
  manifestSchema,
  publishedStudySchema,
  rankingTableSchema,
  releaseHistorySchema,
  replayFileSchema,
  runFiguresSchema,
  runSchema,
  targetRunSchema,
  trendDataSchema,
  warmUpDataSchema,
} from '../model/index.ts';

/** The published JSON Schemas, generated from the schemas that the harness itself validates with. */
export function jsonSchemas(): Record<string, object> {
  const schemas = {
    changes: changesDataSchema,
    'comparable-runs': comparableRunsSchema,
    compare: compareDataSchema,
    comparison: comparisonSchema,
    curves: curvesDataSchema,
    diff: diffDataSchema,
    machine: machineSchema,
    manifest: manifestSchema,
    'published-study': publishedStudySchema,
    'ranking-table': rankingTableSchema,
    releases: releaseHistorySchema,
    replay: replayFileSchema,
    run: runSchema,
    'run-figures': runFiguresSchema,
    'target-run': targetRunSchema,
    trend: trendDataSchema,
    'warm-up': warmUpDataSchema,
  };
  return Object.fromEntries(
    // `input`: what a file may hold, before defaults are filled in.
    Object.entries(schemas).map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input' })]),
  );
}
