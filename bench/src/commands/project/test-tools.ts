import { type CheckerName, installCheckers } from '../../ci/checkers.ts';
import { installPackages, installTool } from '../../load/install.ts';
import { systemToolEffects } from '../../load/tool-effects.ts';
import { which } from '../../process/which.ts';
import { messageOf } from '../../util/errors.ts';
import type { CommandContext } from '../command.ts';

/** Names on Debian and other systems; PITWALL_CHROMIUM sets another. */
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Tools that install as packages within seconds, and tools that an ordinary user can only build, which takes minutes.
 */
const PACKAGED_TOOLS: readonly string[] = ['wrk', 'hyperfine'];
const BUILT_TOOLS: readonly string[] = ['oha', 'hyperfine'];

/**
 * Installs what the tests use, as far as this user may: packages as root; if asked for, tools built into .cache/tools
 * and the programs that check workflows or run them. A tool that is still missing is no error: its tests are skipped, and
 * the summary says why.
 */
export async function installForTests(
  context: CommandContext,
  { builds, checkers }: { builds: boolean; checkers: readonly CheckerName[] },
): Promise<void> {
  const { terminal, signal, repository, environment } = context;
  const onLine = (line: string): void => terminal.detail(line);
  const hasBrowser = environment.PITWALL_CHROMIUM || BROWSERS.some((name) => which(name));
  if (!hasBrowser && which('apt-get')) {
    terminal.step("installing chromium from the system's packages, if this user may");
    await installPackages(['chromium', 'fonts-noto-cjk'], systemToolEffects, { signal, onLine });
  }
  for (const name of PACKAGED_TOOLS)
    await installTool(name, systemToolEffects, { signal, onLine, packagesOnly: true });
  for (const name of builds ? BUILT_TOOLS : []) {
    terminal.step(`installing ${name}, unless it is here: up to 4 minutes where it is built`);
    await installTool(name, systemToolEffects, { signal, onLine });
  }
  if (checkers.length === 0) return;
  try {
    await installCheckers(repository, signal, (text) => terminal.step(text), checkers);
  } catch (error) {
    signal.throwIfAborted();
    terminal.detail(messageOf(error));
  }
}
