import { z } from 'zod';
import {
  machineSchema,
  manifestSchema,
  rankingTableSchema,
  runSchema,
  targetRunSchema,
} from '../model/index.ts';

/** The published JSON Schemas, made from the schemas that the harness itself checks with. */
export function jsonSchemas(): Record<string, object> {
  const schemas = {
    machine: machineSchema,
    manifest: manifestSchema,
    'ranking-table': rankingTableSchema,
    run: runSchema,
    'target-run': targetRunSchema,
  };
  return Object.fromEntries(
    // `input`: what a file may hold, before defaults are filled in.
    Object.entries(schemas).map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input' })]),
  );
}
