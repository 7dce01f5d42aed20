import { readHistoryFile, writeHistory } from './release-store.ts';

/**
 * Whether a history is a later state of another one: it did not ask the registry earlier, it has the same frozen release,
 * every release that had a figure still has one, and every confirmation is there. Figures themselves may be newer, as
 * after a new version of a scenario; by their releases alone, an older state would continue that.
 *
 * @param earlier its results folder, and `later` the other's
 */
export function continuesHistory(earlier: string, later: string, folder: string): boolean {
  const [before, after] = [readHistoryFile(earlier, folder), readHistoryFile(later, folder)];
  if (before === null || after === null) return false;
  if (Date.parse(after.askedAt) < Date.parse(before.askedAt)) return false;
  const states = new Map(after.releases.map(({ version, outcome }) => [version, outcome.state]));
  const confirmed = new Set(after.confirmations.map(({ comparison }) => comparison));
  return (
    before.releases.every(({ version, outcome: { state } }) =>
      state === 'measured' || state === 'frozen' ? states.get(version) === state : states.has(version),
    ) && before.confirmations.every(({ comparison }) => confirmed.has(comparison))
  );
}

/**
 * Returns a function that writes the causes of a history, as they are now, into the state that replaces it: people
 * write them on the branch, where some may have come, changed or gone since that state was begun.
 */
export function keepCauses(results: string, folder: string): () => void {
  const causes = readHistoryFile(results, folder)?.causes;
  return () => {
    const history = readHistoryFile(results, folder);
    if (history === null) return;
    const { causes: _replaced, ...rest } = history;
    writeHistory(results, causes === undefined ? rest : { ...rest, causes });
  };
}
