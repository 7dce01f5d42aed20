import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

type Options = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

/** A Chromium that records what a page does wrong: errors, warnings, requests to another origin, dialogs. */
export class Browser {
  readonly problems: string[] = [];
  readonly #executable: string;
  readonly #origin: () => string;
  readonly #opened: { profile: string; context: BrowserContext }[] = [];

  constructor(executable: string, origin: () => string) {
    this.#executable = executable;
    this.#origin = origin;
  }

  async open(options: Options = {}): Promise<BrowserContext> {
    const profile = await mkdtemp(join(tmpdir(), 'pitwall-chromium-'));
    const context = await chromium.launchPersistentContext(profile, {
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
      ...options,
    });
    this.#opened.push({ profile, context });
    context.on('page', (page) => this.#watch(page));
    return context;
  }

  /** Opens a page in a context of its own, and closes it after use. */
  async page<T>(use: (page: Page, context: BrowserContext) => Promise<T>, options: Options = {}): Promise<T> {
    const context = await this.open(options);
    try {
      return await use(await context.newPage(), context);
    } finally {
      await context.close();
    }
  }

  /** Closes what a failed test has left open too: a browser that runs would keep the test's process alive. */
  async remove(): Promise<void> {
    for (const { profile, context } of this.#opened) {
      await context.close().catch(() => {});
      await rm(profile, { recursive: true, force: true });
    }
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

/** Returns what axe finds on a page. The page's content security policy would block axe, so bypass it. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  return page.evaluate(async () => {
    interface Axe {
      run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations.map(
      ({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    );
  });
}
