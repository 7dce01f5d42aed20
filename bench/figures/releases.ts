/**
 * Shows what the histories of releases are worth, from the files in results/releases: how many there are, how far their
 * figures spread, how long a release takes, and how many large steps were found again, on another machine or another
 * day. Comparisons in results/comparisons that measured one release as if it were two show how often a step is
 * suspected that is none.
 *
 *   npm run figure -- releases
 */
import { variantName } from '../src/model/index.ts';
import { comparisonPaths, readPlacedComparison } from '../src/results/comparison-store.ts';
import { readAllReleases } from '../src/results/release-store.ts';
import { table } from '../src/terminal/table.ts';
import { repository } from '../src/util/repository.ts';
import { distinctSteps, LARGE_STEP, releaseFigures, selfComparisons } from './support/release-figures.ts';
import { percent } from './support/script.ts';

const right = 'right' as const;
const { results } = repository;
const { frameworks, releases, runtimes, spread, largeSteps } = releaseFigures(readAllReleases(results));
const ofRuntimes = [...runtimes.values()].reduce((sum, { size }) => sum + size, 0);
const distinct = distinctSteps(largeSteps);
const self = selfComparisons(comparisonPaths(results).map((path) => readPlacedComparison(results, path)));

console.log('Histories of releases');
console.log(
  table(
    [{ title: 'figure' }, { title: 'value', align: right }],
    [
      ['frameworks with a measured history', String(frameworks.length)],
      ['releases of them', String(releases)],
      ...[...runtimes].map(([name, versions]) => [`versions of ${name}`, String(versions.size)]),
      ['releases of frameworks and runtimes', String(releases + ofRuntimes)],
      ['one release measured as if it were two: cells', String(self.cells)],
      ['targets of these', String(self.targets.length)],
      ['95 % intervals of these without 1', String(self.excluded)],
      ['largest difference of these', percent(self.furthest - 1)],
      ['flagged of these', String(self.flagged.length)],
      [`proven steps of ${percent(LARGE_STEP, 0)} or more`, String(distinct.length)],
      ['found by another machine too', String(distinct.filter((step) => step.isOfTwoMachines).length)],
      ['found again on another day', String(distinct.filter(({ step }) => step.isOfTwoDays).length)],
    ],
  ),
);

console.log('\nA release beside the frozen one, medians');
console.log(
  table(
    [
      { title: 'target' },
      { title: 'releases', align: right },
      { title: 'half-width of the 95 % interval', align: right },
      { title: 'minutes for two scenarios', align: right },
    ],
    [...spread].map(([way, { releases: count, halfWidth, minutesForTwoScenarios }]) => [
      way,
      String(count),
      percent(halfWidth, 2),
      minutesForTwoScenarios.toFixed(1),
    ]),
  ),
);

if (largeSteps.length > 0) {
  console.log(`\nProven steps of ${percent(LARGE_STEP, 0)} or more`);
  console.log(
    table(
      [
        { title: 'target' },
        { title: 'release' },
        { title: 'scenario' },
        { title: 'change', align: right },
        { title: '95 % interval', align: right },
        { title: 'machine' },
        { title: 'another machine' },
        { title: 'another day' },
      ],
      largeSteps.map(({ history, step, isOfTwoMachines }) => [
        variantName(history.target, history.variant),
        `${history.package.title} ${step.to}`,
        step.scenario,
        percent(step.ratio - 1),
        `${percent(step.low - 1)} … ${percent(step.high - 1)}`,
        history.machine,
        isOfTwoMachines ? 'too' : 'not yet',
        step.isOfTwoDays ? 'again' : 'not yet',
      ]),
    ),
  );
}
for (const { target, scenario, ratio } of self.flagged)
  console.log(`flagged: ${target} ${scenario} beside itself: ${percent(ratio - 1)}`);
