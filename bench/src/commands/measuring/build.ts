import { buildsOf, readTargets, selectVariants } from '../../catalog/targets.ts';
import { buildTarget } from '../../measure/prepare.ts';
import { describeError, exitCodes } from '../../util/errors.ts';
import { english } from '../../words/index.ts';
import { type Command, jsonOption, launcherOption } from '../command.ts';
import { launcherOf, openSession } from './session.ts';

export const build: Command = {
  name: 'build',
  summary: 'build targets; unchanged ones are not built again',
  takes: '[target...]',
  options: { ...launcherOption, ...jsonOption },
  async run(invocation) {
    const { repository, terminal, options } = invocation;
    const targetVariants = selectVariants(readTargets(repository), invocation.arguments);
    const session = await openSession(invocation, {
      launcher: launcherOf(options),
      tools: [],
      databases: [],
    });
    try {
      const results = [];
      for (const target of buildsOf(targetVariants)) {
        session.report({ kind: 'step', text: `building ${target.build}` });
        const outcome = await buildTarget(session, target);
        if ('leftOut' in outcome) {
          if (outcome.error) terminal.note(describeError(outcome.error));
          else terminal.note(`${target.build}: ${outcome.leftOut.reason}\nnext: ${outcome.leftOut.next}`);
          results.push({
            target: target.build,
            state: outcome.leftOut.step,
            reason: outcome.leftOut.reason,
            next: outcome.leftOut.next,
          });
        } else {
          const { artifact, buildSeconds, runtimeVersion } = outcome.built;
          results.push({ target: target.build, state: 'built', artifact, buildSeconds, runtimeVersion });
        }
      }
      if (options.json) terminal.print(JSON.stringify(results, null, 2));
      else {
        terminal.print(
          terminal.table(
            [
              { title: 'target' },
              { title: 'state' },
              { title: 'build', align: 'right' },
              { title: 'size', align: 'right' },
              { title: 'runtime', narrow: { wrap: 24 } },
            ],
            results.map((result) =>
              result.artifact
                ? [
                    result.target,
                    'built',
                    result.buildSeconds == null ? '' : english.duration(result.buildSeconds),
                    english.figure('bytes', result.artifact.sizeBytes),
                    result.runtimeVersion ?? '',
                  ]
                : [result.target, result.state, '', '', result.reason.slice(0, 60)],
            ),
          ),
        );
      }
      if (results.some((result) => result.state === 'build')) return exitCodes.failed;
      const isNothingBuilt = results.length > 0 && !results.some((result) => result.state === 'built');
      return isNothingBuilt ? exitCodes.missing : exitCodes.ok;
    } finally {
      await session.close();
    }
  },
};
