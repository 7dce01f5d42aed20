import type { Locator, Page } from 'playwright-core';
import type { Messages } from '../src/messages/index.ts';

/** Ten questions with which people come to the site, the clicks that lead to each answer, and what it must say. */
export interface Question {
  asks: string;
  /** Each click is on the page that the one before led to; the first is on the home page. */
  clicks: readonly ((page: Page, messages: Messages) => Locator)[];
  answer(page: Page): Locator;
  /** The answer must have all of them, whatever the language. */
  says: readonly (string | RegExp)[];
}

/** What the questions are about: a site built for tests does not have what the real one has. */
export interface Subjects {
  leader: string;
  /** Frameworks of Go that may be the fastest with PostgreSQL. */
  ofGo: RegExp;
  /** A framework, and its folder. */
  framework: { name: string; target: string };
  /** A framework with two variants. */
  variants: { name: string; target: string; of: [string, string] };
  /** Two target variants, by key and by name. */
  pair: { keys: [string, string]; names: [string, string] };
  study: string;
}

const matrix = (page: Page): Locator => page.locator('table.matrix:not(.costs)');
const costs = (page: Page): Locator => page.locator('table.costs');
const firstRow = (table: Locator): Locator => table.locator('tbody tr:not([hidden])').first();
const menu =
  (entry: 'compare' | 'changes' | 'methodology' | 'replays' | 'addFramework') =>
  (page: Page, { nav }: Messages): Locator =>
    page.locator('.menu').getByRole('link', { name: nav[entry], exact: true });
const frameworkOf =
  (target: string) =>
  (page: Page): Locator =>
    matrix(page).locator(`a.name[href*="frameworks/${target}/"]`).first();

export function questionsOf({ leader, ofGo, framework, variants, pair, study }: Subjects): Question[] {
  return [
    {
      asks: 'Which framework is fastest?',
      clicks: [],
      answer: (page) => page.locator('main .verdict'),
      says: [leader],
    },
    {
      asks: 'Which Go framework is fastest with PostgreSQL?',
      clicks: [
        (page) => page.locator('button[data-facet=language][data-value=Go]'),
        // The head of the column names the database.
        (page) => matrix(page).locator('th:has-text("PostgreSQL") button'),
      ],
      answer: (page) => firstRow(matrix(page)),
      says: [ofGo, /\d\.\d\d/],
    },
    {
      asks: `What does ${variants.of[1]} change for ${variants.name}?`,
      clicks: [frameworkOf(variants.target)],
      answer: (page) => page.locator('.standing:visible').first(),
      says: [...variants.of, /\d/],
    },
    {
      asks: `${pair.names.join(' or ')}, and by how much?`,
      clicks: [
        menu('compare'),
        (page) => page.locator(`table.who a[href$="${pair.keys.join('/')}/"]`).first(),
      ],
      answer: (page) => page.locator('main table').first(),
      says: [...pair.names, /\d×/],
    },
    {
      asks: 'Which needs the least memory?',
      clicks: [(page) => costs(page).locator('th[data-sort=memory] button')],
      answer: (page) => firstRow(costs(page)),
      says: [/MiB/],
    },
    {
      asks: 'Has a new version become slower?',
      clicks: [menu('changes')],
      answer: (page) => page.locator('.change-sentences .sentence').first(),
      says: [/\d ?%/],
    },
    {
      asks: 'What was measured, on what, for how long?',
      clicks: [menu('methodology')],
      answer: (page) => page.locator('#setup > p').first(),
      says: [/\d+/],
    },
    {
      asks: `Does the study ${study} hold?`,
      clicks: [menu('replays')],
      answer: (page) => page.locator(`tr:has(a[href*="${study}"])`),
      says: [/\d+\s+\d+\s+\d+\s*$/],
    },
    {
      asks: 'How do I add my framework?',
      clicks: [menu('addFramework')],
      answer: (page) => page.locator('main pre').filter({ hasText: 'bench -- new' }),
      says: [/bench -- new/],
    },
    {
      asks: `Where is the implementation of ${framework.name}?`,
      clicks: [frameworkOf(framework.target)],
      answer: (page) =>
        page.locator('main .inline-list li', { hasText: `targets/${framework.target}` }).first(),
      says: [`targets/${framework.target}`],
    },
  ];
}

/** Returns what an answer lacks. */
export function lacking(text: string, { says }: Pick<Question, 'says'>): (string | RegExp)[] {
  return says.filter((part) => (typeof part === 'string' ? !text.includes(part) : !part.test(text)));
}

interface Finding {
  clicks: number;
  /** Pages opened after the home page. */
  pages: number;
  /** From the first request to the answer in view, by a reader who clicks at once. */
  milliseconds: number;
  text: string;
  /** How many screens down the answer begins; 1 is the first screen. */
  screen: number;
}

/** Follows the clicks from the home page. */
export async function follow(
  { clicks, answer }: Question,
  page: Page,
  home: string,
  messages: Messages,
): Promise<Finding> {
  let pages = -1;
  const count = (): void => {
    pages += 1;
  };
  page.on('domcontentloaded', count);
  const started = performance.now();
  await page.goto(home, { waitUntil: 'domcontentloaded' });
  for (const click of clicks) await click(page, messages).click();
  const found = answer(page);
  await found.waitFor({ state: 'visible' });
  const milliseconds = performance.now() - started;
  page.off('domcontentloaded', count);
  const text = await found.innerText();
  const screen = await found.evaluate(
    (element) => Math.floor((element.getBoundingClientRect().top + scrollY) / innerHeight) + 1,
  );
  return { clicks: clicks.length, pages, milliseconds, text, screen };
}
