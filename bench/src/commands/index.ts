import {
  ciAlert,
  ciAsk,
  ciCheckResults,
  ciCommit,
  ciContinue,
  ciFetch,
  ciGather,
  ciGuard,
  ciLost,
  ciPlan,
  ciPreview,
  ciReport,
  ciSettings,
  ciSummary,
  ciSweep,
  ciTools,
} from './ci/index.ts';
import type { Command } from './command.ts';
import { compare } from './comparing/compare.ts';
import { duet } from './comparing/duet.ts';
import { history } from './comparing/history.ts';
import { instructions } from './comparing/instructions.ts';
import { verdict } from './comparing/verdict.ts';
import { build } from './measuring/build.ts';
import { calibrate } from './measuring/calibrate.ts';
import { replay } from './measuring/replay.ts';
import { run } from './measuring/run.ts';
import { show } from './measuring/show.ts';
import { verify } from './measuring/verify.ts';
import { clearResults } from './project/clear-results.ts';
import { doctor } from './project/doctor.ts';
import { figure } from './project/figure.ts';
import { lint } from './project/lint.ts';
import { list } from './project/list.ts';
import { newTarget } from './project/new.ts';
import { publishSite } from './project/publish.ts';
import { schema } from './project/schema.ts';
import { test } from './project/test.ts';
import { validate } from './project/validate.ts';
import { bisect } from './releases/bisect.ts';
import { ciMachine } from './releases/ci-machine.ts';
import { ciReleases } from './releases/ci-releases.ts';
import { releases } from './releases/releases.ts';
import { start } from './start/start.ts';

/** In the order of the help: what people need first comes first. */
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
  releases,
  bisect,
  instructions,
  calibrate,
  replay,
  show,
  history,
  publishSite,
  clearResults,
  lint,
  schema,
  figure,
  test,
  ciPlan,
  ciGuard,
  ciFetch,
  ciSummary,
  ciReport,
  ciSettings,
  ciPreview,
  ciAsk,
  ciGather,
  ciCheckResults,
  ciCommit,
  ciContinue,
  ciLost,
  ciMachine,
  ciAlert,
  ciReleases,
  ciSweep,
  ciTools,
];
