import { readReplay, readReplays, replayVariants } from '../../catalog/replays.ts';
import {
  loadShapeId,
  type Replay,
  replayCells,
  replayProfile,
  replayShape,
  replayTargets,
} from '../../model/index.ts';
import { RunStore, runFolders } from '../../results/run-store.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type ExitCode, exitCodes } from '../../util/errors.ts';
import type { Repository } from '../../util/repository.ts';
import { usageError } from '../../util/usage-errors.ts';
import { describeLoadShape } from '../../words/index.ts';
import { type Command, launcherOption, type OptionValues, seedOf, seedOption } from '../command.ts';
import {
  blocksOption,
  changeBlocks,
  profileOf,
  refuseBeside,
  refuseElsewhere,
  targetVariantsOf,
} from './resume.ts';
import { measure } from './run.ts';
import { launcherOf, machineId } from './session.ts';

export const replay: Command = {
  name: 'replay',
  summary: 'measure the rows of a published study again, here and now',
  takes: '[study]',
  details: [
    'Studies are the files of results/published, replays those of bench/replays. Without an argument, lists them.',
    'A scaled replay (`…-scaled`) is smaller, and always has its own name.',
    'Ctrl-C keeps what was measured; `replay <study> --resume` continues it and, with --blocks, also the newest finished one.',
  ].join('\n'),
  options: {
    blocks: { type: 'string', value: '<n>', help: "fresh starts of each target, instead of the replay's" },
    ...seedOption,
    resume: { type: 'boolean', help: 'continue the newest unfinished run of this replay' },
    ...launcherOption,
    json: { type: 'boolean', help: 'print JSON to standard output, and nothing else' },
  },
  async run(invocation) {
    const { arguments: names, options, repository, terminal } = invocation;
    const [name] = names;
    if (name === undefined) {
      refuseBesideList(options);
      return listReplays(repository, options, terminal);
    }
    const chosen = readReplay(repository, name);
    const resume = `npm run bench -- replay ${chosen.name} --resume`;
    if (options.resume) refuseBeside(names.slice(1), options, resume, ['blocks']);
    const resumed = options.resume
      ? resumable(repository, options, chosen, await machineId(invocation))
      : null;
    const blocks = blocksOption(options);
    if (resumed) changeBlocks(resumed, blocks, resume);
    const profile = (resumed && profileOf(resumed)) ?? {
      ...replayProfile(chosen),
      ...(blocks !== undefined && { blocks }),
    };
    const targetVariants = resumed
      ? targetVariantsOf(repository, resumed)
      : replayVariants(repository, chosen);
    return measure(invocation, options, {
      resumed,
      launcher: launcherOf(options),
      profile,
      targetVariants,
      seed: seedOf(options),
      replay: replayCells(chosen),
      resume,
    });
  },
};

/** Options of a measurement do not apply to the list: whoever gives one meant a study. */
function refuseBesideList(options: OptionValues): void {
  const beside = Object.keys(options).filter((name) => name !== 'json');
  if (beside.length === 0) return;
  throw usageError({
    what: 'No study to replay',
    where: 'bench replay',
    expected: 'the name of a study beside these options',
    seen: beside.map((name) => `--${name}`).join(' '),
    next: 'List the studies with: npm run bench -- replay',
  });
}

function listReplays(repository: Repository, options: OptionValues, terminal: Terminal): ExitCode {
  const replays = readReplays(repository).map((entry) => ({
    name: entry.name,
    title: entry.published.title,
    date: entry.published.date,
    targets: replayTargets(entry),
    cells: replayCells(entry).cells.length,
    blocks: entry.file.blocks,
    loads: loadsOf(entry),
  }));
  if (options.json) terminal.print(JSON.stringify(replays, null, 2));
  else {
    terminal.print(
      terminal.table(
        [
          { title: 'replay' },
          { title: 'rows', align: 'right' },
          { title: 'blocks', align: 'right' },
          { title: 'study', narrow: { wrap: 30 } },
        ],
        replays.map(({ name, title, date, cells, blocks }) => [
          name,
          String(cells),
          String(blocks),
          `${title} (${date})`,
        ]),
      ),
    );
  }
  return exitCodes.ok;
}

function loadsOf(entry: Replay): { id: string; text: string }[] {
  const shapes = entry.published.rows.map((row) => replayShape(entry, row));
  return [...new Map(shapes.map((shape) => [loadShapeId(shape), shape]))].map(([id, shape]) => ({
    id,
    text: describeLoadShape(shape),
  }));
}

/** The newest unfinished run of this replay or, to give it more blocks, also the newest finished one. */
function resumable(
  repository: Repository,
  options: OptionValues,
  { name }: Replay,
  machine: string,
): RunStore {
  const stores = runFolders(repository)
    .map((folder) => RunStore.open(folder))
    .filter(({ run }) => run.replay?.name === name);
  const own = stores.filter(({ run }) => run.machine === machine);
  const isUnfinished = ({ run }: RunStore): boolean => run.finishedAt === null;
  const store =
    own.findLast(isUnfinished) ??
    (options.blocks === undefined ? undefined : own.at(-1)) ??
    // Only to say that it is from another machine.
    stores.findLast(isUnfinished);
  if (store) {
    refuseElsewhere(store, machine);
    return store;
  }
  throw usageError({
    what: 'No unfinished replay to resume',
    where: 'results/runs',
    expected: `an unfinished run of ${name}`,
    seen: `${stores.length} runs of it, all finished`,
    next: `Start one with: npm run bench -- replay ${name}`,
  });
}
