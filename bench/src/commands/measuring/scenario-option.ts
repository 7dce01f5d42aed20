import { type Scenario, scenarioIds, scenarioOf } from '../../model/index.ts';
import { type OptionValues, oneOf } from '../command.ts';

/** Reads a value of `--scenario`; throws a PitwallError that suggests a similar name if there is none. */
export function scenarioNamed(name: string): Scenario {
  return scenarioOf(oneOf('scenario', name, scenarioIds));
}

/** Returns the scenarios that a repeated `--scenario` names, each once; `null` without it. */
export function scenariosOption(options: OptionValues): Scenario[] | null {
  const names = options.scenario as string[] | undefined;
  return names === undefined ? null : [...new Set(names.map(scenarioNamed))];
}
