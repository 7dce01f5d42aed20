import { z } from 'zod';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { invalidValue } from '../../util/usage-errors.ts';
import { artifactsOf } from '../github/artifacts.ts';
import type { GitHub } from '../github/github.ts';

/** The workflows whose artifacts are results, by their files. */
export const MEASURING_WORKFLOWS = ['bench.yml', 'releases.yml'] as const;
type MeasuringWorkflow = (typeof MEASURING_WORKFLOWS)[number];
const MEASURES = MEASURING_WORKFLOWS.map((file) => `.github/workflows/${file}`);
/** A run of a workflow, as GitHub describes it. */
export const workflowRunSchema = z.object({
  path: z.string(),
  head_branch: z.string().nullable(),
  head_repository: z.object({ full_name: z.string() }).nullable(),
  event: z.string(),
});
type WorkflowRun = z.output<typeof workflowRunSchema>;
/** A pull request's workflow may have any name and path, and its branch may be called main. */
const OWN_EVENTS = ['push', 'schedule', 'workflow_dispatch'];

/** Returns whether the run measured main, by a workflow of main's own. */
export function isOwnRun({ repository }: GitHub, run: WorkflowRun): boolean {
  const own = run.head_repository?.full_name === repository && OWN_EVENTS.includes(run.event);
  return own && MEASURES.includes(pathOf(run)) && run.head_branch === 'main';
}

function pathOf({ path }: WorkflowRun): string {
  return path.replace(/@.*$/, '');
}

/** The name of a run's one artifact with results; `undefined` if it has none or several. */
export async function onlyResults(github: GitHub, id: string): Promise<string | undefined> {
  const [first, second] = (await artifactsOf(github, id)).filter(({ name }) => name.startsWith('results-'));
  return second === undefined ? first?.name : undefined;
}

/**
 * Returns which of main's own workflows measured in this run. Throws a PitwallError if none did: any other run may have
 * left artifacts of the same name, with whatever its author likes in them.
 *
 * @param id the run's number, as in its address
 */
export async function requireOwnRun(github: GitHub, id: string): Promise<MeasuringWorkflow> {
  if (!/^\d{1,20}$/.test(id)) throw invalidValue('--of-run', id, "a run's number, as in its address");
  const run = await github.get(`/repos/${github.repository}/actions/runs/${id}`, workflowRunSchema);
  const workflow = MEASURING_WORKFLOWS.find((file) => pathOf(run).endsWith(`/${file}`));
  if (workflow !== undefined && isOwnRun(github, run)) return workflow;
  throw new PitwallError({
    what: 'The artifacts are not from a measurement of main',
    where: `${github.webAddress}/actions/runs/${id}`,
    expected: `${MEASURES.join(' or ')} on main, by ${OWN_EVENTS.join(', ')}`,
    seen: `${pathOf(run)} on ${run.head_repository?.full_name ?? 'a deleted repository'}:${run.head_branch ?? ''}, by ${run.event}`,
    next: 'Nothing was committed; take the number from the address of a run of the workflow bench or releases',
    exitCode: exitCodes.failed,
  });
}
