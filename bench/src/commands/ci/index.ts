export { ciAlert } from './alert.ts';
export { ciAsk } from './ask.ts';
export { ciCommit } from './commit.ts';
export { ciPlan } from './plan.ts';
export { ciReport } from './report.ts';
export { ciSummary } from './summary.ts';
export { ciSweep } from './sweep.ts';
export { ciTools } from './tools.ts';
