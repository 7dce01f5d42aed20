import type { Building } from '../../measure/bench.ts';
import { requireSameScenario } from '../../measure/duet/prepare-side.ts';
import { resolveSide, type SideSpec } from '../../measure/duet/side-spec.ts';
import { type ComparedCounts, compareCounts } from '../../measure/instructions/compare-counts.ts';
import { countBoth, countingLauncher, countsFor, valgrindPath } from '../../measure/instructions/count.ts';
import { usualCounts } from '../../measure/instructions/counting-methods.ts';
import { buildForCounting } from '../../measure/instructions/under-valgrind.ts';
import { buildTarget } from '../../measure/prepare.ts';
import { scenarioOf } from '../../model/index.ts';
import { aptInstall } from '../../process/apt-install.ts';
import { median } from '../../stats/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { type Command, jsonOption, wholeNumberOption } from '../command.ts';
import { scenariosOption } from '../measuring/scenario-option.ts';
import { openSession, requireAllDatabases } from '../measuring/session.ts';

interface ComparedScenario extends ComparedCounts {
  scenario: string;
}

export const instructions: Command = {
  name: 'instructions',
  summary: 'count the instructions per request of two sides: a figure that other programs do not disturb',
  takes: '<base> <head>',
  details: [
    'Sides are named as in `duet`. valgrind counts what each executes for one request: handler, framework, runtime and',
    'libraries. It does not see waits, the kernel, caches or code that a runtime compiles while it runs, so it is',
    'never ranked. For targets in C, Rust and Go, and in JavaScript and TypeScript on Node.js. Exit code 1 means that head executes more.',
  ].join(' '),
  options: {
    scenario: {
      type: 'string',
      multiple: true,
      value: '<id>',
      help: 'scenario to count (may be repeated; default: json)',
    },
    counts: {
      type: 'string',
      value: '<n>',
      help: `number of counts of each side (default: ${usualCounts})`,
    },
    ...jsonOption,
  },
  async run(invocation) {
    const { repository, signal, arguments: names, options, terminal } = invocation;
    const [baseName, headName] = names as [string, string];
    const valgrind = valgrindPath();
    if (valgrind === null) throw noValgrind();
    const scenarios = scenariosOption(options) ?? [scenarioOf('json')];
    const asked = wholeNumberOption(options, 'counts', 2, 100);
    const sides = {
      base: await resolveSide(repository, baseName, signal),
      head: await resolveSide(repository, headName, signal),
    };
    const counts = asked ?? countsFor([sides.base.targetVariant, sides.head.targetVariant]);
    for (const scenario of scenarios) {
      requireSameScenario(sides.base, scenario);
      requireSameScenario(sides.head, scenario);
    }
    const kinds = scenarios.flatMap(({ database }) => database ?? []);
    const session = await openSession(invocation, {
      launcher: 'process',
      tools: [],
      databases: [...new Set(kinds)],
    });
    const launcher = countingLauncher(session);
    try {
      requireAllDatabases(session);
      const built = {
        base: await buildSide(session, sides.base),
        head: await buildSide(session, sides.head),
      };
      const compared: ComparedScenario[] = [];
      for (const scenario of scenarios) {
        const found: Record<'base' | 'head', number[]> = { base: [], head: [] };
        for (let done = 0; done < counts; done++) {
          session.report({
            kind: 'progress',
            done,
            total: counts,
            text: `counting ${scenario.id}`,
            secondsLeft: null,
          });
          const [ofBase, ofHead] = await countBoth(session, { launcher, valgrind, scenario, seed: 1 }, [
            { targetVariant: sides.base.targetVariant, built: built.base },
            { targetVariant: sides.head.targetVariant, built: built.head },
          ]);
          found.base.push(ofBase);
          found.head.push(ofHead);
        }
        compared.push({ scenario: scenario.id, ...compareCounts(found.base, found.head) });
      }
      if (options.json) {
        const { base, head } = sides;
        terminal.print(JSON.stringify({ base: base.label, head: head.label, scenarios: compared }, null, 2));
      } else show(terminal, sides, compared);
      return compared.some(({ verdict }) => verdict === 'more') ? exitCodes.failed : exitCodes.ok;
    } finally {
      await launcher.close();
      await session.close();
    }
  },
};

async function buildSide(building: Building, spec: SideSpec) {
  building.report({ kind: 'step', text: `building ${spec.label}` });
  const outcome = await buildTarget(building, buildForCounting(spec.targetVariant));
  if ('built' in outcome) return outcome.built;
  if (outcome.error) throw outcome.error;
  throw new PitwallError({
    what: 'Cannot build a side on this machine',
    where: spec.label,
    expected: 'its toolchains',
    seen: outcome.leftOut.reason,
    next: outcome.leftOut.next,
    exitCode: exitCodes.missing,
  });
}

function show(
  terminal: Terminal,
  sides: Record<'base' | 'head', SideSpec>,
  compared: readonly ComparedScenario[],
): void {
  const middle = (values: readonly number[]): string => Math.round(median(values)).toLocaleString('en');
  const change = (ratio: number | undefined): string =>
    ratio === undefined ? '' : `${ratio >= 1 ? '+' : '−'}${(Math.abs(ratio - 1) * 100).toFixed(3)} %`;
  const words: Record<ComparedCounts['verdict'], string> = {
    more: terminal.bad('✗ more'),
    fewer: terminal.good('✓ fewer'),
    same: '= the same',
    undecided: terminal.warn('? undecided'),
  };
  terminal.print(
    terminal.strong(`Instructions per request: ${sides.head.label} against ${sides.base.label}`),
  );
  terminal.print(
    terminal.table(
      [
        { title: 'scenario' },
        { title: 'base', align: 'right', narrow: { leaveOut: 1 } },
        { title: 'head', align: 'right', narrow: { leaveOut: 2 } },
        { title: 'change', align: 'right' },
        { title: '95 % interval' },
        { title: 'verdict' },
      ],
      compared.map(({ scenario, base, head, effect, verdict }) => [
        scenario,
        middle(base),
        middle(head),
        change(effect?.ratio),
        effect ? `${change(effect.low)} … ${change(effect.high)}` : '',
        words[verdict],
      ]),
    ),
  );
}

function noValgrind(): PitwallError {
  return new PitwallError({
    what: 'Cannot count instructions on this machine',
    where: 'PATH',
    expected: 'valgrind',
    seen: 'no such program',
    next: `Install it with: ${aptInstall('valgrind')}`,
    exitCode: exitCodes.missing,
  });
}
