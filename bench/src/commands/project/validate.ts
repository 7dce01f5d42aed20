import { profileNames, readProfile } from '../../catalog/profiles.ts';
import { readReplays, replayVariants } from '../../catalog/replays.ts';
import {
  readTarget,
  requireManifests,
  requireNoLinks,
  targetFolders,
  variantsOf,
} from '../../catalog/targets.ts';
import { lockedVersion } from '../../measure/provenance.ts';
import { describeError, exitCodes, PitwallError } from '../../util/errors.ts';
import { unknownName } from '../../util/usage-errors.ts';
import { plural } from '../../words/index.ts';
import { type Command, jsonOption } from '../command.ts';

export const validate: Command = {
  name: 'validate',
  summary: 'check every manifest, profile and replay, without building anything',
  takes: '[target...]',
  options: { ...jsonOption },
  async run({ arguments: names, options, repository, terminal }) {
    const ids = targetFolders(repository).filter((id) => names.length === 0 || names.includes(id));
    const problems: PitwallError[] = [];
    const attempt = (check: () => void): void => {
      try {
        check();
      } catch (error) {
        if (!(error instanceof PitwallError)) throw error;
        // The checks of all manifests and of replays read every manifest again.
        if (!problems.some(({ message }) => message === error.message)) problems.push(error);
      }
    };
    const unknown = names.filter((name) => !ids.includes(name));
    for (const id of [...ids, ...unknown]) {
      attempt(() => {
        if (unknown.includes(id))
          throw unknownName('target', id, targetFolders(repository), {
            next: 'List them with: npm run bench -- list',
          });
        const target = readTarget(repository, id);
        lockedVersion(target);
        variantsOf(target);
      });
    }
    attempt(() => requireNoLinks(repository));
    if (names.length === 0) attempt(() => requireManifests(repository));
    for (const name of names.length === 0 ? profileNames(repository) : [])
      attempt(() => readProfile(repository, name));
    if (names.length === 0) {
      attempt(() => {
        for (const replay of readReplays(repository)) replayVariants(repository, replay);
      });
    }

    if (options.json) {
      const parts = problems
        .flatMap((problem) => [problem, ...problem.others])
        .map(({ what, where, expected, seen, next }) => ({ what, where, expected, seen, next }));
      terminal.print(JSON.stringify({ targets: ids, problems: parts }, null, 2));
    } else {
      for (const problem of problems) terminal.print(describeError(problem));
      terminal.print(`${plural(ids.length, 'manifest')} checked, ${problems.length} wrong`);
    }
    return problems.length === 0 ? exitCodes.ok : exitCodes.usage;
  },
};
