import { type Scenario, scenarioIds, scenarioOf } from '../../model/index.ts';
import { oneOf } from '../command.ts';

/** Reads a value of `--scenario`; throws a PitwallError that suggests a similar name if there is none. */
export function scenarioNamed(name: string): Scenario {
  return scenarioOf(oneOf('scenario', name, scenarioIds));
}
