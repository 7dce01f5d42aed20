import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  CALIBRATION_SCHEMA_VERSION,
  type Calibration,
  calibrationSchema,
  identifier,
} from '../model/index.ts';
import { PitwallError } from '../util/errors.ts';
import { readJson } from '../util/json-file.ts';
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

/** Reads every calibration of a results folder, in order of machine; throws a PitwallError at the first invalid one. */
export function readCalibrations(results: string): { machine: string; calibration: Calibration }[] {
  return globSync('calibrations/*.json', { cwd: results })
    .sort()
    .map((path) => {
      const machine = basename(path, '.json');
      if (!identifier.safeParse(machine).success) throw notOfMachine(path, machine);
      return { machine, calibration: readCalibration(join(results, path)) };
    });
}

function notOfMachine(where: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'The name of the calibration is not that of a machine',
    where,
    expected: 'lower case letters, digits and single hyphens',
    seen: JSON.stringify(seen),
    next: 'Name the file after its machine, or delete it',
  });
}
