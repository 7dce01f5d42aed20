import {
  type Choices,
  criteria,
  type Fitness,
  isConsidered,
  readChoices,
  timesOff,
  writeChoices,
} from '../lib/choose/choose.ts';
import { type ChooseWords, reasonFor } from '../lib/choose/choose-words.ts';
import { timesText } from '../lib/compare/compare-view.ts';
import { unpackWords } from '../lib/page/script-words.ts';

/** `<target-chooser>` sorts the table of its page by the reader's weights; all choices are in the address. */
class TargetChooser extends HTMLElement {
  #words!: ChooseWords;
  #rows: { element: HTMLTableRowElement; fitness: Fitness }[] = [];
  /** The weights that the page was rendered with. */
  #first!: Choices['weights'];

  connectedCallback(): void {
    this.#words = unpackWords<ChooseWords>(this);
    this.#rows = [...this.querySelectorAll<HTMLTableRowElement>('tr[data-fitness]')].map((element) => ({
      element,
      fitness: JSON.parse(element.dataset.fitness ?? '{}') as Fitness,
    }));
    const form = this.querySelector('form');
    if (!form) return;
    this.#first = weightsIn(form);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', ({ target }) => {
      const given = new FormData(form);
      const chosen: Choices = {
        weights: weightsIn(form),
        scenarios: given.getAll('sc').map(String),
        language: textOf(given.get('l')),
        database: textOf(given.get('db')),
        platforms: given.get('k') === 'all',
      };
      // The last one stays: without any, there is nothing to choose by.
      if (chosen.scenarios.length === 0) {
        if (target instanceof HTMLInputElement) target.checked = true;
        return;
      }
      history.pushState(null, '', writeChoices(chosen));
      this.#show();
    });
    window.addEventListener('popstate', () => this.#show());
    // An address without choices leaves the page as it was rendered.
    if (location.search !== '') this.#show();
  }

  #known(): string[] {
    return (this.dataset.scenarios ?? '').split(',').filter(Boolean);
  }

  /** Returns the value that the select has then: none of one that it does not offer. */
  #put(name: string, value: string): string {
    const select = this.querySelector<HTMLSelectElement>(`select[name=${name}]`);
    if (!select) return '';
    select.value = value;
    if (select.selectedIndex < 0) select.value = '';
    return select.value;
  }

  #show(): void {
    const inAddress = readChoices(location.search, this.#known(), this.#first);
    const choices: Choices = {
      ...inAddress,
      language: textOf(this.#put('l', inAddress.language ?? '')),
      database: textOf(this.#put('db', inAddress.database ?? '')),
    };
    for (const select of this.querySelectorAll<HTMLSelectElement>('select[data-weight]')) {
      select.value = String(choices.weights[select.name as (typeof criteria)[number]]);
    }
    for (const box of this.querySelectorAll<HTMLInputElement>('input[name=sc]')) {
      box.checked = choices.scenarios.includes(box.value);
    }
    this.#put('k', choices.platforms ? 'all' : '');
    const judged = this.#rows.map((row) => ({ ...row, ...reasonFor(this.#words, row.fitness, choices) }));
    judged.sort((a, b) => (a.score ?? Number.MAX_VALUE) - (b.score ?? Number.MAX_VALUE));
    for (const { element, fitness, score, why } of judged) {
      const put = (selector: string, text: string): void => {
        const cell = element.querySelector(selector);
        if (cell) cell.textContent = text;
      };
      put('[data-score]', score === null ? '–' : score.toFixed(2));
      put('[data-why]', why);
      for (const criterion of criteria) {
        const times = timesOff(fitness, criterion, choices.scenarios);
        put(`[data-criterion=${criterion}]`, times === null ? '–' : timesText(times));
      }
      element.classList.toggle('unscored', score === null);
      element.parentElement?.append(element);
      element.hidden = !isConsidered(fitness, choices);
    }
    const nothing = this.querySelector<HTMLElement>('[data-nothing]');
    if (nothing) nothing.hidden = judged.some(({ fitness }) => isConsidered(fitness, choices));
    const asked = criteria.filter((criterion) => choices.weights[criterion] > 0);
    const list = asked
      .map((criterion) => `${this.#words.short[criterion]} ${choices.weights[criterion]}`)
      .join(this.#words.comma);
    const said = this.querySelector('[data-said]');
    if (said) {
      said.textContent = asked.length === 0 ? this.#words.nothing : this.#words.weights(list);
    }
  }
}

/** What is chosen in the boxes of the criteria. */
function weightsIn(form: HTMLFormElement): Choices['weights'] {
  const given = new FormData(form);
  return Object.fromEntries(criteria.map((name) => [name, Number(given.get(name))])) as Choices['weights'];
}

/** What was chosen in a select box; `null` for its first entry, which is empty. */
function textOf(value: FormDataEntryValue | null): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

customElements.define('target-chooser', TargetChooser);
