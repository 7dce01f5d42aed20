import type { ComparableRuns, RunFact, RunFiguresData } from '@pitwall/bench/model';
import { type Formats, formatsOf } from '@pitwall/bench/words';
import { sectionOn } from '../lib/page/address-parts.ts';
import { type Names, namesOf } from '../lib/page/names.ts';
import { unpackWords } from '../lib/page/script-words.ts';
import { movedBy, movedWithin } from '../lib/runs/moved.ts';
import { compareRuns, type FigureDifference, type RunComparison } from '../lib/runs/run-comparison.ts';
import type { Messages } from '../messages/index.ts';
import { fetchJson } from './fetch-json.ts';
import { type CellContent, tableRow } from './table-row.ts';

/** Sentences of the page that compares two runs, and titles by id. */
export interface RunComparisonWords
  extends Pick<Messages['run']['diff']['any'], 'option' | 'failed' | 'unknown' | 'nothing' | 'more'>,
    Pick<Messages['run']['diff'], 'thresholds' | 'worse' | 'better'> {
  sentence: (cells: string, worse: string, better: string, open: string, same: string) => string;
  comma: string;
  none: string;
  /** What changed between the runs; a commit has no name. */
  facts: Record<RunFact['kind'], (name: string) => string>;
  /** The language of each target that has a page. */
  languages: Record<string, string>;
  scenarios: Record<string, string>;
  metrics: Record<string, string>;
}

/** How many rows a list shows; more would not be read. */
const MOST_ROWS = 100;

/**
 * `<run-comparison>` compares any two runs of a machine from their figures. The address names them:
 * `?m=<machine>&a=<run before>&b=<run after>`.
 */
class RunComparisonElement extends HTMLElement {
  #words!: RunComparisonWords;
  #formats!: Formats;
  #asked = 0;

  connectedCallback(): void {
    this.#words = unpackWords<RunComparisonWords>(this);
    this.#formats = formatsOf(this.dataset.locale ?? 'en');
    this.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
    this.addEventListener('change', ({ target }) => {
      const chosen = new URLSearchParams({ m: this.#select('m').value });
      // Another machine has other runs.
      if (target !== this.#select('m')) {
        for (const name of ['a', 'b'])
          if (this.#select(name).value) chosen.set(name, this.#select(name).value);
      }
      history.pushState(null, '', `?${chosen}`);
      void this.#show();
    });
    window.addEventListener('popstate', () => void this.#show());
    void this.#show();
  }

  #select(name: string): HTMLSelectElement {
    return this.querySelector(`select[name=${name}]`) as HTMLSelectElement;
  }

  async #show(): Promise<void> {
    const order = ++this.#asked;
    const given = new URLSearchParams(location.search);
    const machines = [...this.#select('m').options].map(({ value }) => value);
    const machine = machines.find((id) => id === given.get('m')) ?? machines[0] ?? '';
    this.#select('m').value = machine;
    this.#tell('');
    this.#result(null);
    try {
      const list = await this.#read<ComparableRuns>(`${machine}.json`);
      if (order !== this.#asked) return;
      const known = new Set(list.runs.map(({ run }) => run));
      const [a, b] = ['a', 'b'].map((name) => this.#offer(name, list, given.get(name) ?? ''));
      const unknown = [given.get('a'), given.get('b')].find((run) => run && !known.has(run));
      if (unknown) this.#tell(this.#words.unknown(unknown.slice(0, 80)));
      if (!a || !b) return;
      const [before, after] = await Promise.all(
        [a, b].map((run) => this.#read<RunFiguresData>(`${machine}/${run}.json`)),
      );
      if (order === this.#asked && before && after) this.#result(compareRuns(before, after), after);
    } catch {
      if (order === this.#asked) this.#tell(this.#words.failed);
    }
  }

  #read<Document>(path: string): Promise<Document> {
    return fetchJson(`${this.dataset.folder}${path}`);
  }

  /** Puts the machine's runs into a list and returns the chosen one. */
  #offer(name: string, { machine, runs }: ComparableRuns, wanted: string): string {
    const select = this.#select(name);
    if (select.dataset.of !== machine) {
      select.dataset.of = machine;
      const options = runs.map(({ run, startedAt, profile, targets }) => {
        const day = this.#formats.dayAndTime(startedAt);
        return new Option(this.#words.option(day, profile, String(targets)), run);
      });
      select.replaceChildren(new Option(this.#words.none, ''), ...options);
    }
    select.value = runs.some(({ run }) => run === wanted) ? wanted : '';
    return select.value;
  }

  #tell(text: string): void {
    const place = this.querySelector<HTMLElement>('[data-problem]');
    if (!place) return;
    place.hidden = text === '';
    place.textContent = text;
  }

  #result(comparison: RunComparison | null, after?: RunFiguresData): void {
    const result = this.querySelector<HTMLElement>('[data-result]');
    if (!result) return;
    result.hidden = comparison === null || comparison.cells === 0;
    if (comparison === null) return;
    if (comparison.cells === 0) this.#tell(this.#words.nothing);
    const { significant, unresolved, same, cells, changed } = comparison;
    const worse = significant.filter(({ ratio }) => ratio > 1).length;
    this.#put(
      '[data-sentence]',
      this.#words.sentence(
        this.#formats.plain(cells),
        String(worse),
        String(significant.length - worse),
        String(unresolved.length),
        String(same.length),
      ),
    );
    const list = (after?.metrics ?? [])
      .map(({ id, threshold }) => `${this.#words.metrics[id]} ${this.#formats.percent(threshold)}`)
      .join(this.#words.comma);
    this.#put('[data-thresholds]', this.#words.thresholds(list));
    this.#rows('[data-changed]', changed, ({ kind, of, before, after: now }) => [
      { text: this.#words.facts[kind](of ?? '') },
      { text: before ?? this.#words.none, className: 'mono' },
      { text: now ?? this.#words.none, className: 'mono' },
    ]);
    const { languages } = this.#words;
    const names = namesOf(
      (after?.targets ?? []).map((one) => ({ ...one, language: languages[one.target] ?? one.target })),
    );
    for (const [list, differences] of Object.entries({ significant, unresolved })) {
      this.#rows(`[data-list=${list}]`, differences.slice(0, MOST_ROWS), (one) => this.#cells(one, names));
      const beyond = differences.length - MOST_ROWS;
      this.#put(`[data-list=${list}] [data-more]`, beyond > 0 ? this.#words.more(beyond) : '');
    }
  }

  #put(selector: string, text: string): void {
    const place = this.querySelector(selector);
    if (place) place.textContent = text;
  }

  #cells(difference: FigureDifference, names: Names): CellContent[] {
    const { target, scenario, loadShapeId, metric, ratio, low, before, after } = difference;
    const { worse, better, languages, scenarios, metrics } = this.#words;
    const page = Object.hasOwn(languages, target.target)
      ? `${this.dataset.frameworks}${target.target}/#${sectionOn(target.variant, this.#select('m').value)}`
      : undefined;
    const figure = (value: number): string => this.#formats.figure(metric.unit, value);
    return [
      { text: names(target), link: page },
      { text: scenarios[scenario] ?? scenario },
      { text: `${metrics[metric.id]} · ${loadShapeId}` },
      {
        text: `${ratio > 1 ? worse : better} ${this.#formats.change(movedBy(ratio, metric.direction))}`,
        className: low > 1 ? 'number state-worse' : 'number',
      },
      { text: movedWithin(difference, metric.direction, this.#formats), className: 'number' },
      { text: figure(before), className: 'number' },
      { text: figure(after), className: 'number' },
    ];
  }

  #rows<Thing>(selector: string, things: readonly Thing[], cellsOf: (thing: Thing) => CellContent[]): void {
    const section = this.querySelector<HTMLElement>(selector);
    if (!section) return;
    section.hidden = things.length === 0;
    section.querySelector('tbody')?.replaceChildren(...things.map((thing) => tableRow(cellsOf(thing))));
  }
}

customElements.define('run-comparison', RunComparisonElement);
