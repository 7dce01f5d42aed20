import type { Frame, Locator, Page } from 'playwright-core';

/** Ten questions with which people come to the site, the clicks that lead to each answer, and what it must say. */
export interface ReaderQuestion {
  asks: string;
  /** Each click is on the page that the one before led to; the first is on the home page. */
  clicks: readonly ((page: Page) => Locator)[];
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
/** An entry of the head or the foot, by the end of its address: its name depends on the language. */
const menu =
  (address: string) =>
  (page: Page): Locator =>
    page.locator(`.menu a[href$="${address}/"]`);
const frameworkOf =
  (target: string) =>
  (page: Page): Locator =>
    matrix(page).locator(`a.name[href*="frameworks/${target}/"]`).first();

export function questionsOf({ leader, ofGo, framework, variants, pair, study }: Subjects): ReaderQuestion[] {
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
      clicks: [
        (page) => page.locator('.tabs a[href$="#costs"]').locator('visible=true'),
        (page) => costs(page).locator('th[data-sort=memory] button'),
      ],
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
      clicks: [menu('add-a-framework')],
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
export function lacking(text: string, { says }: Pick<ReaderQuestion, 'says'>): (string | RegExp)[] {
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
export async function follow({ clicks, answer }: ReaderQuestion, page: Page, home: string): Promise<Finding> {
  let path: string | null = null;
  let pages = -1;
  const count = (frame: Frame): void => {
    const { pathname } = new URL(frame.url());
    if (frame !== page.mainFrame() || pathname === path) return;
    path = pathname;
    pages += 1;
  };
  page.on('framenavigated', count);
  const started = performance.now();
  await page.goto(home, { waitUntil: 'domcontentloaded' });
  for (const click of clicks) await click(page).click();
  const found = answer(page);
  await found.waitFor({ state: 'visible' });
  const milliseconds = performance.now() - started;
  page.off('framenavigated', count);
  const text = await found.innerText();
  const top = (await found.boundingBox())?.y ?? 0;
  const scrolled = Number(await page.evaluate('scrollY'));
  const screen = Math.floor((top + scrolled) / (page.viewportSize()?.height ?? 1)) + 1;
  return { clicks: clicks.length, pages, milliseconds, text, screen };
}
