import { discoverDatabase } from '../databases/index.ts';
import { createLauncher } from '../launch/index.ts';
import { systemToolEffects } from '../load/tool-effects.ts';
import { findTool, toolNames } from '../load/tools.ts';
import { buildsOf, readTargets, variantsOf } from '../measure/catalog/targets.ts';
import { databaseKinds, launcherNames } from '../model/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ExitCode, exitCodes } from '../util/errors.ts';
import { fingerprint, splitProcessors } from '../util/machine.ts';
import { machineReadiness } from '../util/machine-readiness.ts';
import { type Command, jsonOption } from './command.ts';

interface Finding {
  area: 'machine' | 'loader' | 'database' | 'launcher' | 'target';
  name: string;
  state: 'ready' | 'missing' | 'note';
  detail: string;
  next: string | null;
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'say what this machine can measure, what it lacks, and the command that gets it',
  takes: '',
  details: [
    'Exit code 3 where no loader is there: without one nothing can be measured. With --strict, exit code 1 where the',
    'machine is not in a state that a published figure could come from; a load that ends within a minute is waited for.',
  ].join('\n'),
  options: {
    strict: {
      type: 'boolean',
      help: 'check governor, turbo, load, free memory, file limit and clock, nothing else; exit 1 if one is wrong',
    },
    ...jsonOption,
  },
  async run({ options, repository, terminal }) {
    if (options.strict) return strict(terminal, options.json === true);
    const findings: Finding[] = [...machineFindings()];
    for (const name of toolNames) {
      const tool = await findTool(name, systemToolEffects);
      findings.push(
        tool.state === 'found'
          ? { area: 'loader', name, state: 'ready', detail: `${tool.version}, ${tool.path}`, next: null }
          : {
              area: 'loader',
              name,
              state: 'missing',
              detail: `costs ${tool.costs}${tool.seen ? ` (${tool.seen})` : ''}`,
              next: tool.next,
            },
      );
    }
    for (const kind of databaseKinds) {
      const providers = await discoverDatabase(kind, repository.root);
      const chosen = providers.find(({ available }) => available);
      findings.push({
        area: 'database',
        name: kind,
        state: chosen ? 'ready' : 'missing',
        detail: chosen
          ? `${chosen.provider}: ${chosen.detail}`
          : providers.map(({ detail }) => detail).join('; '),
        next: chosen ? null : (providers.find(({ provider }) => provider === 'path')?.next ?? null),
      });
    }
    for (const name of launcherNames) {
      const launcher = createLauncher(name, { repository, pinned: false });
      for (const target of buildsOf(readTargets(repository).flatMap(variantsOf))) {
        const [lack] = await launcher.lacks(target);
        findings.push({
          area: 'target',
          name: `${target.build} (${name})`,
          state: lack ? 'missing' : 'ready',
          detail: lack?.what ?? '',
          next: lack?.next ?? null,
        });
      }
      await launcher.close();
    }
    if (options.json) terminal.print(JSON.stringify(findings, null, 2));
    else {
      let area = '';
      for (const finding of findings) {
        if (finding.area !== area) terminal.print(terminal.strong(`\n${finding.area}`));
        area = finding.area;
        const sign = { ready: terminal.good('✓'), missing: terminal.warn('–'), note: '·' }[finding.state];
        terminal.print(`  ${sign} ${finding.name}  ${terminal.faint(finding.detail)}`);
        if (finding.next) terminal.print(`      next: ${finding.next}`);
      }
    }
    const loader = findings.some(
      ({ area, name, state }) => area === 'loader' && name !== 'hyperfine' && state === 'ready',
    );
    return loader ? exitCodes.ok : exitCodes.missing;
  },
};

async function strict(terminal: Terminal, json: boolean): Promise<ExitCode> {
  terminal.step('looking whether the machine is quiet');
  const findings = await machineReadiness();
  if (json) terminal.print(JSON.stringify(findings, null, 2));
  else {
    for (const { name, state, detail, next } of findings) {
      const sign = { ready: terminal.good('✓'), wrong: terminal.bad('✗'), unknown: '·' }[state];
      terminal.print(`${sign} ${name}  ${terminal.faint(detail)}`);
      if (next) terminal.print(`    next: ${next}`);
    }
  }
  return findings.some(({ state }) => state === 'wrong') ? exitCodes.failed : exitCodes.ok;
}

function machineFindings(): Finding[] {
  const machine = fingerprint();
  const split = splitProcessors();
  const note = (name: string, detail: string): Finding => ({
    area: 'machine',
    name,
    state: 'note',
    detail,
    next: null,
  });
  const list = (processors: readonly number[]): string => processors.join(',');
  return [
    note(
      machine.id,
      `${machine.processor}, ${machine.logicalProcessors} processors, ${Math.round(machine.memoryBytes / 2 ** 30)} GiB, ${machine.operatingSystem}, Linux ${machine.kernel}`,
    ),
    note(
      split.pinned ? 'pinned' : 'not pinned',
      `server on ${list(split.server)}, database on ${list(split.database)}, loader on ${list(split.loader)}`,
    ),
    ...(machine.shared || machine.virtualisation
      ? [
          note(
            'shared',
            `${machine.virtualisation ? `under ${machine.virtualisation}; ` : ''}results are labelled as of a shared machine (PITWALL_DEDICATED=1 says otherwise)`,
          ),
        ]
      : []),
  ];
}
