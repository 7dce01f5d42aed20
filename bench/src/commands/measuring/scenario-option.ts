import { type Scenario, scenarioIds, scenarioOf } from '../../model/index.ts';
import { nearest } from '../../util/edit-distance.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';

/** A value of `--scenario`; throws a PitwallError that suggests a near one where there is none of that name. */
export function scenarioNamed(name: string): Scenario {
  const id = scenarioIds.find((candidate) => candidate === name);
  if (id) return scenarioOf(id);
  throw new PitwallError({
    what: 'There is no such scenario',
    where: `--scenario ${name}`,
    expected: nearest(name, scenarioIds)[0] ?? `one of ${scenarioIds.join(', ')}`,
    seen: name,
    next: 'npm run bench -- list --json shows them',
    exitCode: exitCodes.usage,
  });
}
