import { buildsOf, readTargets, variantsOf } from '../../catalog/targets.ts';
import { discoverDatabase } from '../../databases/index.ts';
import { engineReadiness } from '../../hosts/engine-readiness.ts';
import { type Host, readHosts } from '../../hosts/hosts.ts';
import { fingerprintOf, machinesOf, type SeenHosts, seeHosts, splitOf } from '../../hosts/role-hosts.ts';
import { UNTRUSTED_VARIABLE } from '../../hosts/side-network.ts';
import { createLauncher } from '../../launch/index.ts';
import { systemToolEffects } from '../../load/tool-effects.ts';
import { findTool, toolNames } from '../../load/tools.ts';
import { fingerprint } from '../../machine/machine.ts';
import { machineReadiness, type ReadinessFinding, systemReadiness } from '../../machine/machine-readiness.ts';
import { databaseKinds, launcherNames } from '../../model/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type ExitCode, exitCodes, PitwallError } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { gibibytes } from '../../words/index.ts';
import { type Command, type CommandContext, jsonOption } from '../command.ts';
import { hostsOf } from '../measuring/session.ts';

export interface Finding {
  area: 'machine' | 'host' | 'loader' | 'database' | 'containers' | 'target';
  name: string;
  state: 'ready' | 'missing' | 'note';
  detail: string;
  next: string | null;
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'show what this machine can measure, what is missing, and the command that installs it',
  takes: '',
  details: [
    'Exit code 3 means that no loader is available, so nothing can be measured. With --strict, exit code 1 means that',
    'the machine is not in a state for published figures; a load that ends within a minute is waited for. With',
    `${UNTRUSTED_VARIABLE}=1, the Docker engine must also be able to hold the code of strangers.`,
  ].join(' '),
  options: {
    strict: {
      type: 'boolean',
      help: 'check only governor, turbo, load, free memory and disk, file limit and clock; exit code 1 if one is wrong',
    },
    ...jsonOption,
  },
  async run(invocation) {
    const { options, repository, terminal, environment } = invocation;
    if (options.strict) return strict(invocation, options.json === true);
    const wanted = readHosts(environment);
    const { hosts, findings: ofHosts } = await hostFindings(invocation);
    const findings = [
      ...machineFindings(hosts),
      ...ofHosts,
      ...(await loaderFindings(hosts)),
      ...(await databaseFindings(invocation, wanted.database)),
      ...(await engineFindings(wanted.server)),
      ...(await targetFindings(repository, wanted.server)),
    ];
    if (options.json) terminal.print(JSON.stringify(findings, null, 2));
    else print(terminal, joinAlike(findings));
    const hasLoader = findings.some(
      ({ area, name, state }) => area === 'loader' && name !== 'hyperfine' && state === 'ready',
    );
    return hasLoader ? exitCodes.ok : exitCodes.missing;
  },
};

function print(terminal: Terminal, findings: readonly Finding[]): void {
  let shown = '';
  for (const { area, name, state, detail, next } of findings) {
    if (area !== shown) terminal.print(terminal.strong(`\n${area}`));
    shown = area;
    const sign = { ready: terminal.good('✓'), missing: terminal.warn('–'), note: '·' }[state];
    terminal.print(terminal.wrap(`  ${sign} ${name}  ${terminal.faint(detail)}`, '      '));
    if (next) terminal.print(`      next: ${next}`);
  }
}

/** More names than these say less than their number. */
const MOST_NAMED = 3;

/** Joins targets for which the same thing is missing into one line: without Docker, it is all of them. */
export function joinAlike(findings: readonly Finding[]): Finding[] {
  const shown = new Map<string, Finding[]>();
  for (const [index, finding] of findings.entries()) {
    const { area, state, detail, next } = finding;
    const key = area === 'target' && state === 'missing' ? `${detail}\n${next}` : String(index);
    shown.set(key, [...(shown.get(key) ?? []), finding]);
  }
  return [...shown.values()].map((alike) => {
    const [first] = alike as [Finding, ...Finding[]];
    const launcher = /\((\w+)\)$/.exec(first.name)?.[1] ?? '';
    const named = alike.map(({ name }) => name).join(', ');
    return { ...first, name: alike.length > MOST_NAMED ? `${alike.length} targets (${launcher})` : named };
  });
}

/** Checks every host that has a role, or this machine alone if no context is named. */
async function strict(context: Omit<CommandContext, 'repository'>, asJson: boolean): Promise<ExitCode> {
  const { terminal } = context;
  const hosts = await hostsOf(context);
  const findings: (ReadinessFinding & { host: string | null })[] = [];
  for (const { name, effects } of hosts === null
    ? [{ name: null, effects: systemReadiness }]
    : quietly(hosts)) {
    terminal.step(`checking whether ${name === null ? 'the machine' : `the host of ${name}`} is quiet`);
    for (const finding of await machineReadiness(effects)) findings.push({ host: name, ...finding });
  }
  if (context.environment[UNTRUSTED_VARIABLE])
    for (const { name, ...finding } of await engineReadiness(hosts?.server.context ?? null))
      findings.push({ host: null, name: `Docker: ${name}`, ...finding });
  if (asJson) terminal.print(JSON.stringify(findings, null, 2));
  else {
    for (const { host, name, state, detail, next } of findings) {
      const sign = { ready: terminal.good('✓'), wrong: terminal.bad('✗'), unknown: '·' }[state];
      const line = `${sign} ${host === null ? '' : `${host}: `}${name}  ${terminal.faint(detail)}`;
      terminal.print(terminal.wrap(line, '    '));
      if (next) terminal.print(`    next: ${next}`);
    }
  }
  return findings.some(({ state }) => state === 'wrong') ? exitCodes.failed : exitCodes.ok;
}

/** Inspecting through an engine starts a container there. Over a longer time, its load is no disturbance. */
const LONGER_ELSEWHERE = 5;

function quietly(hosts: SeenHosts) {
  return machinesOf(hosts).map(({ roles, host }) => ({
    name: roles.join(' and '),
    effects: {
      // Time and disk of another host cannot be asked for through its engine.
      ...(host.engine === null ? systemReadiness : {}),
      source: host.source,
      async sleep(seconds: number) {
        await systemReadiness.sleep(host.engine === null ? seconds : seconds * LONGER_ELSEWHERE);
        await host.refresh();
      },
    },
  }));
}

/** A context that does not answer is reported like anything else that is missing. */
async function hostFindings({
  environment,
  signal,
}: Pick<CommandContext, 'environment' | 'signal'>): Promise<{
  hosts: SeenHosts | null;
  findings: Finding[];
}> {
  try {
    const hosts = await seeHosts(readHosts(environment), signal);
    const findings = (hosts === null ? [] : machinesOf(hosts)).map(({ roles, host }): Finding => {
      const { processor, logicalProcessors, operatingSystem } = fingerprint(host.source);
      const engine = host.engine === null ? 'this machine' : `Docker ${host.engine}`;
      return {
        area: 'host',
        name: roles.join(', '),
        state: 'ready',
        detail: `${processor}, ${logicalProcessors} processors, ${operatingSystem}, ${engine}, at ${host.address}`,
        next: null,
      };
    });
    return { hosts, findings };
  } catch (error) {
    if (!(error instanceof PitwallError)) throw error;
    const { what, seen, next } = error;
    return {
      hosts: null,
      findings: [{ area: 'host', name: what, state: 'missing', detail: seen, next }],
    };
  }
}

function machineFindings(hosts: SeenHosts | null): Finding[] {
  const machine = fingerprintOf(null);
  const split = splitOf(hosts);
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
      `${machine.processor}, ${machine.logicalProcessors} processors, ${gibibytes(machine.memoryBytes)}, ${machine.operatingSystem}, Linux ${machine.kernel}`,
    ),
    note(
      split.pinned ? 'pinned' : 'not pinned',
      `server on ${list(split.server)}, database on ${list(split.database)}, loader on ${list(split.loader)}`,
    ),
    ...(machine.shared || machine.virtualisation
      ? [
          note(
            'shared',
            `${machine.virtualisation ? `under ${machine.virtualisation}; ` : ''}results are labelled as from a shared machine (set PITWALL_DEDICATED=1 if it is not)`,
          ),
        ]
      : []),
  ];
}

async function loaderFindings(hosts: SeenHosts | null): Promise<Finding[]> {
  const context = hosts?.loader.context ?? null;
  const findings: Finding[] = [];
  for (const name of toolNames()) {
    if (context !== null && name !== 'hyperfine') {
      const detail = `in the image of bench/loader, built on the host of ${context} when it is first needed`;
      findings.push({ area: 'loader', name, state: 'ready', detail, next: null });
      continue;
    }
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
  return findings;
}

async function databaseFindings(
  { repository, environment }: Pick<CommandContext, 'repository' | 'environment'>,
  host: Host,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of databaseKinds) {
    const providers = await discoverDatabase(kind, repository.root, environment, host);
    const chosen = providers.find(({ available }) => available);
    const byPath = providers.find(({ provider }) => provider === 'path');
    findings.push({
      area: 'database',
      name: kind,
      state: chosen ? 'ready' : 'missing',
      detail: chosen
        ? `${chosen.provider}: ${chosen.detail}`
        : providers.map(({ detail }) => detail).join('; '),
      next: chosen ? null : (byPath?.next ?? null),
    });
  }
  return findings;
}

async function engineFindings({ context }: Host): Promise<Finding[]> {
  const states = { ready: 'ready', wrong: 'missing', unknown: 'note' } as const;
  return (await engineReadiness(context)).map(({ name, state, detail, next }) => ({
    area: 'containers',
    name,
    state: states[state],
    detail,
    next,
  }));
}

async function targetFindings(repository: Repository, host: Host): Promise<Finding[]> {
  const targets = buildsOf(readTargets(repository).flatMap(variantsOf));
  const findings: Finding[] = [];
  for (const name of launcherNames) {
    const launcher = createLauncher(name, { repository, pinned: false, host });
    for (const target of targets) {
      const [missing] = await launcher.missingFor(target);
      findings.push({
        area: 'target',
        name: `${target.build} (${name})`,
        state: missing ? 'missing' : 'ready',
        detail: missing?.what ?? '',
        next: missing?.next ?? null,
      });
    }
    await launcher.close();
  }
  return findings;
}
