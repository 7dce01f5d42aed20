import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CALIBRATION_SCHEMA_VERSION, type Calibration, calibrationSchema } from '../model/index.ts';
import { readJson } from '../util/atomic-file.ts';
import type { Repository } from '../util/repository.ts';

/** Thousands of pairs: larger than any run. */
const MAX_CALIBRATION_BYTES = 64 * 1024 * 1024;

export function calibrationFile(repository: Repository, machine: string): string {
  return join(repository.results, 'calibrations', `${machine}.json`);
}

export function emptyCalibration(): Calibration {
  return { schemaVersion: CALIBRATION_SCHEMA_VERSION, comparisons: [], latency: [] };
}

/** Reads a calibration, empty if there is no such file; throws a PitwallError if it is invalid. */
export function readCalibration(file: string): Calibration {
  if (!existsSync(file)) return emptyCalibration();
  return readJson(file, calibrationSchema, {
    maxBytes: MAX_CALIBRATION_BYTES,
    schemaVersion: CALIBRATION_SCHEMA_VERSION,
  });
}
