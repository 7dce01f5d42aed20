import { z } from 'zod';
import { judgeReleases, LEAST_STEP, type ReleaseStep } from '../analysis/releases.ts';
import { type ReleaseHistory, variantName } from '../model/index.ts';
import { escaped } from '../publish/verdict-markdown.ts';
import type { StoredReleases } from '../results/release-store.ts';
import type { GitHub } from './github/github.ts';

/** Opens one issue for each release that costs more, written so that it can be sent to its authors as it is. */

const RELEASE_LABEL = 'slower-release';
/** A release that is older than this is no news, when a history is measured for the first time. */
const NEWS_DAYS = 60;

/** A release that costs more than the minimum effect, in one scenario or several. */
interface CostlyRelease {
  history: ReleaseHistory;
  from: string;
  to: string;
  steps: ReleaseStep[];
}

/** Returns the releases with a confirmed step beyond the minimum effect that came lately. */
export function costlyReleases(stored: readonly StoredReleases[], now: Date): CostlyRelease[] {
  return stored.flatMap((one) => {
    const { history, steps } = judgeReleases(one);
    const isNews = ({ to }: ReleaseStep): boolean => {
      const at = history.releases.find(({ version }) => version === to)?.releasedAt;
      return at != null && now.getTime() - Date.parse(at) <= NEWS_DAYS * 86_400_000;
    };
    const costly = steps.filter(
      (step) => step.state === 'confirmed' && step.ratio > 1 + LEAST_STEP && isNews(step),
    );
    const groups = Map.groupBy(costly, ({ from, to }) => `${from} ${to}`);
    return [...groups.values()].map((group): CostlyRelease => {
      const { from, to } = group[0] as ReleaseStep;
      return { history, from, to, steps: group };
    });
  });
}

const issues = z.array(z.object({ title: z.string(), user: z.object({ login: z.string() }).nullable() }));
const AUTHOR = 'github-actions[bot]';

/** Opens an issue for each that has none yet, open or closed; returns their titles. */
export async function alertOfReleases(
  github: GitHub,
  costly: readonly CostlyRelease[],
  sourceOf: (target: string) => string,
): Promise<string[]> {
  const known = await github.get(
    `/repos/${github.repository}/issues?state=all&labels=${RELEASE_LABEL}&per_page=100`,
    issues,
  );
  const own = new Set(known.flatMap(({ title, user }) => (user?.login === AUTHOR ? [title] : [])));
  const opened: string[] = [];
  for (const release of costly) {
    const title = titleOfRelease(release);
    if (own.has(title)) continue;
    own.add(title);
    const body = bodyOfRelease(release, sourceOf(release.history.target));
    const issue = { title, labels: [RELEASE_LABEL], body };
    await github.send('POST', `/repos/${github.repository}/issues`, issue, z.unknown());
    opened.push(title);
  }
  return opened;
}

function titleOfRelease({ history: { package: own, target, variant }, to }: CostlyRelease): string {
  return `${own.title} ${to} costs more processor time per request (${variantName(target, variant)})`;
}

/** What, how much, the command that shows it, versions, and the least program. Texts from registries are escaped. */
export function bodyOfRelease({ history, from, to, steps }: CostlyRelease, source: string): string {
  const { package: own, target, variant, machine } = history;
  const side = (version: string): string => `'${variantName(target, variant)}@${own.name}=${version}'`;
  const scenarios = steps.map(({ scenario }) => `--scenario ${scenario}`).join(' ');
  const changelog = history.releases.find(({ version }) => version === to)?.changelog;
  const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1)} %`;
  return [
    `With ${escaped(own.title)} ${to}, a request takes more processor time than with ${from}:`,
    '',
    '| scenario | change | 95 % interval |',
    '|---|---|---|',
    ...steps.map(
      ({ scenario, ratio, low, high }) =>
        `| ${scenario} | +${percent(ratio)} | ${percent(low)} to ${percent(high)} |`,
    ),
    '',
    'Both releases ran at once on the same processors under the same load, in pairs of fresh starts. The change was seen',
    'beside an older release first, and measured again side by side; the table shows the second measurement. The chance',
    'that any such statement of this history is wrong is at most 5 %.',
    '',
    '**To see it**, on Linux with this repository:',
    '',
    '```sh',
    `npm run bench -- duet ${side(from)} ${side(to)} ${scenarios}`,
    '```',
    '',
    `**Versions**: \`${own.name}\` ${from} and ${to}; everything else is locked, and the same. Machine: \`${machine}\`.`,
    ...(changelog == null ? [] : [`What changed: ${changelog}`]),
    '',
    `**The program**: ${source}, of which the scenario's handler is all that a request runs.`,
  ].join('\n');
}
