import type { Scenario, ScenarioId, ScenarioRequest, SharedData } from '../../model/index.ts';
import { seededRandom } from '../../util/random.ts';

/** Requests of each scenario in a mixed load: enough to hide an order, few enough for a loader to draw from. */
const REQUESTS_EACH = 500;

/** Returns equally many requests of each scenario, for a load that draws from all of them evenly. */
export function mixedRequests(
  scenarios: readonly Scenario[],
  data: SharedData,
  seed: number,
): ScenarioRequest[] {
  const random = seededRandom(seed);
  return scenarios.flatMap((scenario) => {
    const own = scenario.requests(data);
    const passes = Math.ceil(REQUESTS_EACH / own.length);
    return Array.from({ length: passes }, () => random.shuffled(own))
      .flat()
      .slice(0, REQUESTS_EACH);
  });
}

/** Returns the requests of one scenario as they are, and of several evenly mixed. */
export function requestsOfAll(
  scenarios: readonly Scenario[],
  data: SharedData,
  seed: number,
): ScenarioRequest[] {
  const [only, ...others] = scenarios;
  return only && others.length === 0 ? [...only.requests(data)] : mixedRequests(scenarios, data, seed);
}

/** Returns how many responses of a mixed load each scenario had, to within one pass over the drawn requests. */
export function responsesEach(ids: readonly ScenarioId[], responses: number): [ScenarioId, number][] {
  return ids.map((id) => [id, Math.floor(responses / ids.length)]);
}
