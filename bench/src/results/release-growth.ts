import { readHistoryFile } from './release-store.ts';

/**
 * Whether a history is a later state of another one: the same frozen release, every release that had a figure still has
 * one, and every confirmation is there. Figures themselves may be newer, as after a new version of a scenario.
 *
 * @param earlier its results folder, and `later` the other's
 */
export function continuesHistory(earlier: string, later: string, folder: string): boolean {
  const [before, after] = [readHistoryFile(earlier, folder), readHistoryFile(later, folder)];
  if (before === null || after === null) return false;
  const states = new Map(after.releases.map(({ version, outcome }) => [version, outcome.state]));
  const confirmed = new Set(after.confirmations.map(({ comparison }) => comparison));
  return (
    before.releases.every(({ version, outcome: { state } }) =>
      state === 'measured' || state === 'frozen' ? states.get(version) === state : states.has(version),
    ) && before.confirmations.every(({ comparison }) => confirmed.has(comparison))
  );
}
