import { extname } from 'node:path';
import { z } from 'zod';
import { judgeReleases, LEAST_STEP, type ReleaseStep } from '../analysis/releases/judge-releases.ts';
import type { HandlerLines } from '../catalog/handler-lines.ts';
import { sideOfRelease } from '../measure/releases/subject.ts';
import { type ReleaseHistory, scenarioOf, variantName } from '../model/index.ts';
import { escaped } from '../publish/verdict-markdown.ts';
import { releasesFolder, type StoredReleases } from '../results/release-store.ts';
import { shellWord } from '../util/text.ts';
import { describeLoadShape } from '../words/index.ts';
import type { GitHub } from './github/github.ts';
import { ownIssues } from './github/issues.ts';

/** Opens one issue for each release that costs more, written so that it can be sent to its authors as it is. */

const RELEASE_LABEL = 'slower-release';
/** A release that is older than this is no news, when a history is measured for the first time. */
const NEWS_DAYS = 60;

/** A release that costs more than the minimum effect, in one scenario or several. */
interface CostlyRelease {
  history: ReleaseHistory;
  comparisons: StoredReleases['comparisons'];
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
      return { history, comparisons: one.comparisons, from, to, steps: group };
    });
  });
}

/** Opens an issue for each that has none yet, open or closed; returns their titles. */
export async function alertOfReleases(
  github: GitHub,
  costly: readonly CostlyRelease[],
  source: IssueSource,
): Promise<string[]> {
  const known = new Set((await ownIssues(github, 'all', RELEASE_LABEL)).map(({ title }) => title));
  const opened: string[] = [];
  for (const release of costly) {
    const title = titleOfRelease(release);
    if (known.has(title)) continue;
    known.add(title);
    const body = bodyOfRelease(release, source);
    const issue = { title, labels: [RELEASE_LABEL], body };
    await github.send('POST', `/repos/${github.repository}/issues`, issue, z.unknown());
    opened.push(title);
  }
  return opened;
}

/** What the issues would say, where there can be none. */
export function releaseTexts(
  costly: readonly CostlyRelease[],
  source: IssueSource,
): { title: string; body: string }[] {
  return costly.map((release) => ({ title: titleOfRelease(release), body: bodyOfRelease(release, source) }));
}

function titleOfRelease({ history: { package: own, target, variant }, to }: CostlyRelease): string {
  return `${own.title} ${to} costs more CPU time per request (${variantName(target, variant)})`;
}

/** Where an issue leads, and the lines of the target that it shows. */
export interface IssueSource {
  /** The web address of the repository. */
  webAddress: string;
  /** The lines of a target that answer a route; `null` if they are not found. */
  handlerOf(target: string, route: string): HandlerLines | null;
  /** The folder below the target with the files that a version has in place of today's; `null` for none. */
  olderOf(target: string, name: string, version: string): string | null;
}

/**
 * What, how much, the command that shows it, versions, and the least program. Texts of a history are escaped: releases run
 * on the machine that writes it.
 */
export function bodyOfRelease(release: CostlyRelease, source: IssueSource): string {
  return [
    ...whatCostsMore(release),
    '',
    ...howToSee(release, source),
    '',
    ...versions(release, source),
    '',
    ...program(release, source),
  ].join('\n');
}

/** A span of code that no text can end. */
const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``;
const percent = (ratio: number): string =>
  `${ratio >= 1 ? '+' : '−'}${(Math.abs(ratio - 1) * 100).toFixed(1)} %`;

function whatCostsMore({ history, from, to, steps, comparisons }: CostlyRelease): string[] {
  const title = escaped(history.package.title);
  const cellOf = ({ comparison, scenario }: ReleaseStep) =>
    comparisons.get(comparison ?? '')?.cells.find((cell) => cell.scenario === scenario);
  const rows = steps.map((step) => {
    const { route, summary } = scenarioOf(step.scenario);
    const interval = `${percent(step.low)} to ${percent(step.high)}`;
    return `| \`${route}\`: ${summary} | ${percent(step.ratio)} | ${interval} | ${step.pairs} |`;
  });
  const again = steps.flatMap(({ scenario, repeats }) =>
    repeats.map(({ startedAt, effect: { ratio, low, high } }) => {
      const figure = `${percent(ratio)} (${percent(low)} to ${percent(high)})`;
      return `Measured again on ${startedAt.slice(0, 10)}, \`${scenarioOf(scenario).route}\`: ${figure}.`;
    }),
  );
  const [shape] = steps.flatMap((step) => cellOf(step)?.loadShape ?? []);
  const load = shape === undefined ? '' : ` (${describeLoadShape(shape)})`;
  const frozen = history.releases.find(({ outcome }) => outcome.state === 'frozen')?.version;
  // A line break in an issue is one on its page: a paragraph is one line.
  const how = [
    `The same small server was built with each release. Both ran at once on the same processors, under the same load`,
    `${load}, in pairs of fresh starts; the figure is CPU time of the server per answered request. The change was`,
    ` first seen beside ${title} ${frozen}, with which every release is compared. The table has a second measurement, of`,
    ' the two releases side by side. It is judged together with all steps of this package, in this target, that were',
    ' measured so until today: the chance that even one of these is stated falsely is at most 5 %.',
  ];
  return [
    `With ${title} ${to}, a request takes more CPU time than with ${title} ${from}:`,
    '',
    '| request | change | 95 % interval | pairs |',
    '|---|--:|--:|--:|',
    ...rows,
    '',
    how.join(''),
    ...(again.length > 0 ? ['', again.join(' ')] : []),
  ];
}

function howToSee(release: CostlyRelease, { webAddress }: IssueSource): string[] {
  const { history, from, to, steps, comparisons } = release;
  const { ecosystem, name } = history.package;
  const { commit, modified } = comparisons.get(steps[0]?.comparison ?? '') ?? {};
  const then = commit == null || modified === true ? '' : ` && git checkout --quiet ${commit.slice(0, 12)}`;
  const log = `git log --first-parent --reverse --format=%H v${from}..v${to} > commits`;
  const scenarios = steps.map(({ scenario }) => `--scenario ${scenario}`).join(' ');
  const [base, head] = [from, to].map((version) => shellWord(sideOfRelease(history, version)));
  const range = shellWord(`${variantName(history.target, history.variant)}@${name}=${from}..${to}`);
  return [
    '**To see it**, on Linux with Node and what the program is built with:',
    '',
    '```sh',
    `git clone ${webAddress} pitwall && cd pitwall${then} && npm ci`,
    `npm run bench -- duet ${base} ${head} ${scenarios}`,
    '```',
    '',
    'It takes some minutes, and `npm run bench -- doctor` says what is missing.',
    ...(ecosystem === 'go'
      ? [
          '',
          `To find the commit, write the commits between the two in the package's own repository: \`${log}\`. Then:`,
          '',
          '```sh',
          `npm run bench -- bisect ${range} --scenario ${steps[0]?.scenario} --commits commits`,
          '```',
        ]
      : []),
  ];
}

function versions({ history, from, to, steps, comparisons }: CostlyRelease, source: IssueSource): string[] {
  const { package: own, together = [], machine, target } = history;
  const comparison = comparisons.get(steps[0]?.comparison ?? '');
  const runtime = comparison?.pairs[0]?.head.runtime;
  const tools = (comparison?.tools ?? []).map((tool) => `${tool.name} ${tool.version}`);
  const release = history.releases.find(({ version }) => version === to);
  const cause = history.causes?.find((one) => one.to === to);
  const older = [from, to].flatMap((version) => {
    const folder = source.olderOf(target, own.name, version);
    return folder === null ? [] : [`- For ${version}, the files of \`${folder}\` take the place of today's.`];
  });
  const onMain = `${source.webAddress}/blob/main/results`;
  return [
    '**Versions**',
    '',
    `- ${code(own.name)} ${from} and ${to}${together.length > 0 ? `; ${together.map(code).join(', ')} likewise` : ''}.`,
    ...(release?.releasedAt == null ? [] : [`- ${to} was released on ${release.releasedAt.slice(0, 10)}.`]),
    ...(own.role === 'runtime' || runtime == null
      ? []
      : [`- ${escaped(runtime.name)} ${escaped(runtime.version ?? '')}, the same for both.`]),
    `- Other packages are those of one lock file, as far as both releases allow.`,
    ...older,
    `- Measured by ${tools.map(escaped).join(', ')} on [this machine](${onMain}/machines/${machine}.json).`,
    ...(comparison === undefined
      ? []
      : [`- Every pair: [the measurement](${onMain}/${releasesFolder(history)}/${comparison.id}.json).`]),
    ...(release?.changelog == null
      ? []
      : [`- What the release says it changed: <${new URL(release.changelog).href}>`]),
    ...(cause === undefined ? [] : [`- What is behind it: ${escaped(cause.text)} ${cause.link}`]),
  ];
}

function program({ history: { target }, steps }: CostlyRelease, source: IssueSource): string[] {
  const whole = `${source.webAddress}/tree/main/targets/${target}`;
  const parts = steps.flatMap(({ scenario }) => {
    const handler = source.handlerOf(target, scenarioOf(scenario).route);
    if (handler === null) return [];
    const place = `${source.webAddress}/blob/main/targets/${target}/${handler.path}#L${handler.line}`;
    return [`[${handler.path}](${place}):`, '', ...fenced(handler), ''];
  });
  return [`**The program** is [targets/${target}](${whole}); this answers the request:`, '', ...parts];
}

/** No text can end the block: its fence is longer than any in it. */
function fenced({ path, text }: HandlerLines): string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const lines = text.split('\n');
  const indent = Math.min(...lines.flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)])));
  return [fence + extname(path).slice(1), ...lines.map((line) => line.slice(indent)), fence];
}
