import { build } from './build.ts';
import { calibrate } from './calibrate.ts';
import {
  ciAlert,
  ciAsk,
  ciCommit,
  ciGather,
  ciPlan,
  ciPreview,
  ciReport,
  ciSummary,
  ciSweep,
  ciTools,
} from './ci/index.ts';
import type { Command } from './command.ts';
import { compare } from './compare.ts';
import { doctor } from './doctor.ts';
import { duet } from './duet.ts';
import { figure } from './figure.ts';
import { history } from './history.ts';
import { instructions } from './instructions.ts';
import { lint } from './lint.ts';
import { list } from './list.ts';
import { newTarget } from './new.ts';
import { publish } from './publish.ts';
import { replay } from './replay.ts';
import { run } from './run.ts';
import { schema } from './schema.ts';
import { show } from './show.ts';
import { start } from './start.ts';
import { test } from './test.ts';
import { validate } from './validate.ts';
import { verdict } from './verdict.ts';
import { verify } from './verify.ts';

/** In the order of the help: what a person needs first comes first. */
export const commands: readonly Command[] = [
  start,
  doctor,
  list,
  newTarget,
  validate,
  build,
  verify,
  run,
  duet,
  compare,
  verdict,
  instructions,
  calibrate,
  replay,
  show,
  history,
  publish,
  lint,
  schema,
  figure,
  test,
  ciPlan,
  ciSummary,
  ciReport,
  ciPreview,
  ciAsk,
  ciGather,
  ciCommit,
  ciAlert,
  ciSweep,
  ciTools,
];
