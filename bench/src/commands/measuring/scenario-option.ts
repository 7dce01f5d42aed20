import { type Scenario, scenarioIds, scenarioOf } from '../../model/index.ts';
import { oneOf } from '../command.ts';

/** A value of `--scenario`; throws a PitwallError that suggests a near one where there is none of that name. */
export function scenarioNamed(name: string): Scenario {
  return scenarioOf(oneOf('scenario', name, scenarioIds));
}
