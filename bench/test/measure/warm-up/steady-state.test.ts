import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  agreeRule,
  aheadRule,
  asItRunsRule,
  confirmingRule,
  ruleFor,
  type SteadyRule,
  settlingRule,
  type WarmSecond,
} from '../../../src/measure/warm-up/steady-state.ts';
import { compilesAsItRuns, QUIET_COMPILING_RATIO } from '../../../src/model/index.ts';

/** Costs of a request in seconds of load, each with what compiling took. */
const secondsOf = (costs: readonly number[], compiling: readonly (number | null)[] = []): WarmSecond[] =>
  costs.map((cost, index) => ({
    cpuPerRequestNanoseconds: cost,
    throughputPerSecond: 1e9 / cost,
    compilingRatio: compiling[index] ?? null,
  }));

/** After how many seconds the rule first says that it is warm; `null` where it never does. */
const steadyAfter = (rule: SteadyRule, seconds: readonly WarmSecond[]): number | null => {
  const index = seconds.findIndex((_, last) => rule(seconds.slice(0, last + 1)));
  return index === -1 ? null : index + 1;
};

/** Spring Boot's first seconds of `json` on one processor, as they were recorded in November 2026. */
const SPRING_BOOT: readonly [perSecond: number, compiling: number][] = [
  [965, 0.109],
  [1_242, 0.126],
  [1_607, 0.095],
  [1_810, 0.138],
  [2_271, 0.118],
  [3_207, 0.101],
  [6_267, 0.174],
  [10_288, 0.075],
  [10_084, 0.09],
  [9_855, 0.085],
  [9_911, 0.113],
  [10_109, 0.128],
];
/** Without accounting: throughput alone shows what a request costs. */
const springBoot: WarmSecond[] = SPRING_BOOT.map(([throughputPerSecond, compilingRatio]) => ({
  cpuPerRequestNanoseconds: null,
  throughputPerSecond,
  compilingRatio,
}));
const after = (throughputs: readonly number[], compilingRatio: number): WarmSecond[] =>
  throughputs.map((throughputPerSecond) => ({
    cpuPerRequestNanoseconds: null,
    throughputPerSecond,
    compilingRatio,
  }));
const made = (number: number, level: number, compilingRatio: number): WarmSecond[] =>
  after(
    Array.from({ length: number }, (_, index) => level * (index % 2 === 0 ? 1 : 1.005)),
    compilingRatio,
  );

describe('a runtime whose compiling threads are seen', () => {
  test('is not warm at a plateau at which it still compiles: Spring Boot, seconds 8 to 12', () => {
    assert.equal(steadyAfter(asItRunsRule, springBoot), null);
    // Throughput alone would say so, which is what is wrong with it.
    const blind = springBoot.map((second) => ({ ...second, compilingRatio: null }));
    assert.ok((steadyAfter(asItRunsRule, blind) ?? 99) <= 12);
    assert.ok((steadyAfter(agreeRule({ ...AGREE, toleranceRatio: 0.05 }), springBoot) ?? 99) <= 12);
  });

  test('is warm once the threads were quiet for three seconds and the cost falls no more', () => {
    const plateau = [...springBoot, ...made(8, 10_000, 0.09)];
    assert.equal(steadyAfter(asItRunsRule, plateau), null);
    // The end: faster by half, and nothing left to compile.
    const whole = [...plateau, ...after([11_500, 13_800], 0.05), ...made(6, 15_000, 0.004)];
    const quietFrom = plateau.length + 2;
    const warm = steadyAfter(asItRunsRule, whole);
    assert.ok(warm !== null && warm >= quietFrom + 3, `warm after ${warm}, quiet from ${quietFrom}`);
    assert.equal(warm, quietFrom + 4, 'two windows of two seconds at the new level');
  });

  test('is not warm while the cost falls, however quiet the threads are', () => {
    const costs = Array.from({ length: 12 }, (_, second) => 100 * 0.97 ** second);
    const quiet = costs.map(() => 0.001);
    assert.equal(steadyAfter(asItRunsRule, secondsOf(costs, quiet)), null);
    const still = [...costs, 70, 70, 70, 70];
    assert.notEqual(
      steadyAfter(
        asItRunsRule,
        secondsOf(
          still,
          still.map(() => 0.001),
        ),
      ),
      null,
    );
  });

  test('is not warm where one second of the last three was busy; exactly the bound is busy', () => {
    const flat = [50, 50, 50, 50, 50, 50];
    const quiet = (busy: number, place: number) =>
      asItRunsRule(
        secondsOf(
          flat,
          flat.map((_, index) => (index === place ? busy : 0.001)),
        ),
      );
    assert.equal(quiet(0.5, 2), true, 'before the last three');
    for (const place of [3, 4, 5]) {
      assert.equal(quiet(QUIET_COMPILING_RATIO, place), false, `second ${place}`);
      assert.equal(quiet(QUIET_COMPILING_RATIO - 0.001, place), true, `second ${place}`);
    }
  });

  test('is warm where a request costs more than before: a load that grows dearer does not end in waiting', () => {
    assert.equal(asItRunsRule(secondsOf([40, 40, 50, 50, 50], Array(5).fill(0.001))), true);
  });

  test('needs more than the three quiet seconds', () => {
    assert.equal(asItRunsRule(secondsOf([50, 50, 50], [0, 0, 0])), false);
    assert.equal(asItRunsRule([]), false);
  });
});

describe('a runtime whose compiling threads cannot be distinguished', () => {
  test('is warm once the cost falls no more over two windows', () => {
    assert.equal(steadyAfter(asItRunsRule, secondsOf([90, 60, 50, 45, 42, 40, 40, 40, 40, 40])), 10);
    assert.equal(steadyAfter(asItRunsRule, secondsOf(Array(10).fill(40))), 6);
  });
  test('one dear second, of garbage collected, neither ends nor holds up the warm-up', () => {
    const flat = Array(12).fill(40);
    const dear = (place: number) => flat.map((cost, index) => (index === place ? 80 : cost));
    for (let place = 0; place < 6; place++)
      assert.equal(steadyAfter(asItRunsRule, secondsOf(dear(place))), 6, `second ${place}`);
  });
  test('the cost is of CPU time where that is known, whatever the throughput', () => {
    const seconds = secondsOf(Array(6).fill(40)).map((second, index) => ({
      ...second,
      throughputPerSecond: 1_000 * 2 ** index,
    }));
    assert.equal(asItRunsRule(seconds), true);
    assert.equal(
      asItRunsRule(seconds.map((second) => ({ ...second, cpuPerRequestNanoseconds: null }))),
      false,
    );
  });
});

describe('a scenario that was warmed together with others', () => {
  test('is confirmed by two quiet seconds that agree', () => {
    assert.equal(steadyAfter(confirmingRule, secondsOf([100, 95, 94], [0.01, 0.01, 0.01])), 2);
    assert.equal(steadyAfter(confirmingRule, secondsOf([100, 95, 94, 94], [0.01, 0.03, 0.01, 0.01])), 4);
    assert.equal(steadyAfter(confirmingRule, secondsOf([100, 80, 79], [0, 0, 0])), 3);
  });
  test('is confirmed by what it costs if compiling threads are not known', () => {
    assert.equal(steadyAfter(confirmingRule, secondsOf([100, 95])), 2);
    assert.equal(confirmingRule(secondsOf([100])), false);
  });
});

describe('a server that has waited since it was warm', () => {
  const warm = secondsOf([300, 150, 140, 139, 141]);
  const koa = [300, 197, 199, 170, 150, 148];
  test('has settled once it costs within a tenth of what it did', () => {
    assert.equal(steadyAfter(settlingRule(warm), secondsOf(koa)), 6);
    assert.equal(steadyAfter(settlingRule(warm), secondsOf([150, 145])), 2);
  });
  test('must be quiet as well', () => {
    assert.equal(steadyAfter(settlingRule(warm), secondsOf([140, 140, 140, 140], [0.1, 0.1, 0, 0])), 4);
  });
  test('need not cost as little if the machine has become slower', () => {
    assert.equal(steadyAfter(settlingRule(warm), secondsOf(Array(12).fill(170))), 8);
  });
  test('is confirmed by what agrees if nothing is known of its warm-up', () => {
    assert.equal(steadyAfter(settlingRule([]), secondsOf(koa)), 3);
  });
});

describe('machine code', () => {
  test('is warm after two seconds that agree within a tenth, or cost more', () => {
    assert.equal(steadyAfter(aheadRule, secondsOf([100, 91, 91])), 2);
    assert.equal(steadyAfter(aheadRule, secondsOf([100, 89, 88])), 3);
    assert.equal(steadyAfter(aheadRule, secondsOf([100, 120])), 2);
    assert.equal(aheadRule(secondsOf([100])), false);
  });
  test('which rule is for which language', () => {
    for (const language of ['C', 'Rust', 'Go', 'C++', 'Zig', 'Swift', 'Python', 'PHP', 'Perl']) {
      assert.equal(compilesAsItRuns(language), false, language);
      assert.equal(ruleFor(language), aheadRule);
    }
    // What nobody has thought of may compile as it runs.
    for (const language of ['Java', 'Kotlin', 'C#', 'JavaScript', 'Ruby', 'A new one']) {
      assert.equal(compilesAsItRuns(language), true, language);
      assert.equal(ruleFor(language), asItRunsRule);
    }
  });
});

const AGREE = { sliceSeconds: 1, minSlices: 2, maxSlices: 10, toleranceRatio: 0.1 };

describe('the sides of a comparison', () => {
  const agreed = (costs: number[], change: Partial<typeof AGREE> = {}) =>
    steadyAfter(agreeRule({ ...AGREE, ...change }), secondsOf(costs));
  test('are warm once two slices agree within a share of the higher one, whichever comes first', () => {
    assert.equal(agreed([100, 90]), 2);
    assert.equal(agreed([90, 100]), 2);
    assert.equal(agreed([100, 89, 88]), 3);
    assert.equal(agreed([89, 100, 88, 70]), null);
  });
  test('after as many slices as there must be, and after one where that is all that is asked', () => {
    assert.equal(agreed([100, 100, 100, 100], { minSlices: 4 }), 4);
    assert.equal(agreed([100], { minSlices: 1 }), 1);
  });
});
