import { createRequire } from 'node:module';
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
  type Page,
} from 'playwright-core';

/**
 * A Chromium that records what a page does wrong: errors, warnings, requests to another origin, dialogs. It starts
 * once, when it is first needed: a start takes longer than most of what a test does. Each context is empty.
 */
export class Browser {
  readonly problems: string[] = [];
  readonly #executable: string;
  readonly #origin: () => string;
  #started: Promise<Chromium> | null = null;

  constructor(executable: string, origin: () => string) {
    this.#executable = executable;
    this.#origin = origin;
  }

  async open(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    this.#started ??= chromium.launch({
      executablePath: this.#executable,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
    const context = await (await this.#started).newContext(options);
    context.on('page', (page) => this.#watch(page));
    return context;
  }

  /** Opens a page in a context of its own, and closes it after use. */
  async page<T>(
    use: (page: Page, context: BrowserContext) => Promise<T>,
    options: BrowserContextOptions = {},
  ): Promise<T> {
    const context = await this.open(options);
    try {
      return await use(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  /** Closes what a failed test has left open too: a browser that runs would keep the test's process alive. */
  async remove(): Promise<void> {
    await (await this.#started?.catch(() => null))?.close();
    this.#started = null;
  }

  #watch(page: Page): void {
    const { problems } = this;
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== this.#origin()) problems.push(`request to ${request.url()}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('dialog', (dialog) => {
      problems.push(`${page.url()} opened a dialog`);
      void dialog.dismiss();
    });
  }
}

/** Rules whose outcome depends on colours; all others say the same in every theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns what axe finds on a page, by all rules or by those of colours alone. The page's content security policy
 * would block axe, so bypass it.
 */
export async function axeViolations(page: Page, rules: 'all' | 'of colours' = 'all'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere)
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  return page.evaluate(
    async (runOnly) => {
      interface Axe {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      }
      // The nodes of what passes are not asked for: gathering them takes as long as the rules.
      const options = {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly: { type: 'rule', values: runOnly } }),
      };
      const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(options);
      return violations.map(
        ({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      );
    },
    rules === 'all' ? null : COLOUR_RULES,
  );
}
