import { createLauncher } from '../launch/index.ts';
import { readTargets, variantsOf } from '../measure/catalog/targets.ts';
import { lockedVersion } from '../measure/provenance.ts';
import { table } from '../terminal/table.ts';
import { exitCodes } from '../util/errors.ts';
import { type Command, jsonOption, launcherOption } from './command.ts';
import { launcherOf } from './session.ts';

export const list: Command = {
  name: 'list',
  summary: 'list the targets with their versions, and what this machine lacks for each',
  takes: '',
  options: { ...launcherOption, ...jsonOption },
  async run({ options, repository, terminal }) {
    const launcher = createLauncher(launcherOf(options), { repository, pinned: false });
    const rows = [];
    for (const target of readTargets(repository)) {
      const lacks = await launcher.lacks(target);
      for (const { name, variant } of variantsOf(target)) {
        rows.push({
          name,
          description: variant.description,
          language: target.manifest.language,
          kind: target.manifest.kind,
          version: lockedVersion(target),
          databaseAccess: target.manifest.databaseAccess,
          scenarios: target.manifest.scenarios,
          omitted: target.manifest.omitted,
          lacks,
        });
      }
    }
    await launcher.close();
    if (options.json) {
      terminal.print(JSON.stringify(rows, null, 2));
      return exitCodes.ok;
    }
    terminal.print(
      table(
        [
          { title: 'target' },
          { title: 'version' },
          { title: 'language' },
          { title: 'kind' },
          { title: 'scenarios', align: 'right' },
          { title: 'here' },
        ],
        rows.map((row) => [
          row.name,
          row.version ?? 'the runtime',
          row.language,
          row.kind,
          String(row.scenarios.length),
          row.lacks.length === 0 ? 'ready' : `lacks ${row.lacks.map(({ what }) => what).join(', ')}`,
        ]),
      ),
    );
    for (const next of new Set(rows.flatMap((row) => row.lacks.map((lack) => lack.next))))
      terminal.note(`next: ${next}`);
    return exitCodes.ok;
  },
};
