import { tryGit } from '../../ci/git.ts';
import { apiOf } from '../../ci/github/github.ts';
import { checkSettings, type RepositorySetting } from '../../ci/settings/checks.ts';
import { settingsReader } from '../../ci/settings/read.ts';
import { readState } from '../../ci/settings/state.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { usageError } from '../../util/usage-errors.ts';
import { type Command, type CommandContext, jsonOption, type OptionValues } from '../command.ts';
import { readOwners } from '../project/code-owners.ts';

export const ciSettings: Command = {
  name: 'ci settings',
  summary: 'ask GitHub how the repository is set up, and print what is missing with the command for each',
  takes: '',
  details: [
    'In the order in which the settings are made. Reads only; GITHUB_TOKEN or GH_TOKEN may be any token that reads the',
    'repository, but only one of an administrator sees all settings: GH_TOKEN=$(gh auth token). Exit code 1 means that a',
    'pull request could reach a pinned machine without approval, or that this cannot be ruled out.',
  ].join(' '),
  options: {
    repository: { type: 'string', value: '<owner/name>', help: 'default: where origin points' },
    ...jsonOption,
  },
  async run(invocation) {
    const { repository, options, terminal, environment, signal } = invocation;
    const name = await nameOf(invocation, options.repository);
    const token = environment.GITHUB_TOKEN || environment.GH_TOKEN;
    if (!token) throw noToken();
    const state = await readState(settingsReader(apiOf(environment), token, signal), name);
    if (state.state !== 'found') throw unreadable(name, state.state === 'absent' ? 'status 404' : state.why);
    const settings = checkSettings(state.value, readOwners(repository));
    if (options.json) terminal.print(JSON.stringify(settings, null, 2));
    else for (const setting of settings) printSetting(terminal, setting);
    const open = settings.filter(({ opens }) => opens).map((setting) => setting.name);
    if (open.length === 0) return exitCodes.ok;
    terminal.note(
      `A pull request could reach a pinned machine without approval. Set this first: ${open.join(', ')}`,
    );
    return exitCodes.failed;
  },
};

function printSetting(terminal: Terminal, { name, state, opens, detail, next }: RepositorySetting): void {
  const sign = opens
    ? terminal.bad('✗')
    : { set: terminal.good('✓'), missing: terminal.warn('–'), unknown: '?', optional: '·' }[state];
  terminal.print(`${sign} ${name}  ${terminal.faint(detail)}`);
  for (const command of next) terminal.print(`    ${command}`);
}

const NAME = /^[\w.-]{1,100}\/[\w.-]{1,100}$/;

async function nameOf(
  { repository, environment, signal }: Omit<CommandContext, 'terminal'>,
  named: OptionValues[string],
): Promise<string> {
  const origin = await tryGit(['remote', 'get-url', 'origin'], { cwd: repository.root, signal });
  const pointed = /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(origin.stdout.trim())?.[1];
  const name = String(named ?? environment.GITHUB_REPOSITORY ?? pointed ?? '');
  if (NAME.test(name)) return name;
  throw usageError({
    what: 'Unknown repository to ask about',
    where: '--repository',
    expected: 'owner/name, or a remote origin on GitHub',
    seen: name === '' ? 'neither' : JSON.stringify(name),
    next: 'npm run bench -- ci settings --repository owner/name',
  });
}

function noToken(): PitwallError {
  return usageError({
    what: 'No token for the GitHub API',
    where: 'environment',
    expected: 'GITHUB_TOKEN or GH_TOKEN',
    seen: 'neither',
    next: 'GH_TOKEN=$(gh auth token) npm run bench -- ci settings',
  });
}

function unreadable(name: string, seen: string): PitwallError {
  return new PitwallError({
    what: 'The repository cannot be read',
    where: name,
    expected: 'a repository that the token may read',
    seen,
    next: 'Correct --repository, or use a token that may read it',
  });
}
