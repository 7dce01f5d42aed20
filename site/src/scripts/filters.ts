import { type Facet, initialState, type RankingState, writeState } from '../lib/ranking/ranking-state.ts';

/** What all tables with filters share: their buttons, the search field and the address. */

const switches = ['comparable', 'broad', 'best'] as const;
type Switch = (typeof switches)[number];
const isSwitch = (does: string | undefined): does is Switch => switches.some((name) => name === does);

/**
 * Returns what a press of a button changes; `null` if it is no button of a filter.
 *
 * @param data the button's `data-…` attributes
 */
export function filterChange(
  { facet, value = '', does }: Readonly<Record<string, string | undefined>>,
  state: RankingState,
): Partial<RankingState> | null {
  if (facet !== undefined) {
    const key = facet as Facet;
    const chosen = state.chosen[key];
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    return { chosen: { ...state.chosen, [key]: next } };
  }
  if (isSwitch(does)) return { [does]: !state[does] };
  if (does === 'clear') {
    // The order stays: it hides nothing.
    const { sort: _, reversed: __, ...rest } = initialState();
    return rest;
  }
  return null;
}

/** Shows in the controls what is chosen. */
export function showFilters(controls: ParentNode, state: RankingState): void {
  for (const button of controls.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')) {
    const { facet, value = '', does } = button.dataset;
    if (facet !== undefined) setPressed(button, state.chosen[facet as Facet].includes(value));
    else if (isSwitch(does)) setPressed(button, state[does]);
  }
  const search = controls.querySelector<HTMLInputElement>('input[type=search]');
  if (search && search.value !== state.query) search.value = state.query;
}

export function setPressed(button: Element, pressed: boolean): void {
  if (button.getAttribute('aria-pressed') !== String(pressed))
    button.setAttribute('aria-pressed', String(pressed));
}

/** Puts the state into the address, so that a link shows the same rows and Back works. */
export function keepInAddress(state: RankingState, how: 'push' | 'replace'): void {
  const address = location.pathname + writeState(state, location.search) + location.hash;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', address);
}
