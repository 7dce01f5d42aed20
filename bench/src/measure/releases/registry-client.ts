import type { Ecosystem } from '../../model/index.ts';
import { runCommand } from '../../process/command.ts';
import { cutToLength } from '../../util/cut.ts';
import { exitCodes, messageOf, PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';
import { plainText } from '../../util/text.ts';
import { isPreRelease } from '../../util/versions.ts';
import { isRegistryFault, saidAtEnd } from '../packages/registry-fault.ts';

/** A release as its registry lists it. */
export interface ListedRelease {
  version: string;
  releasedAt: string | null;
  /** Why it is not one to measure; `null` if it is. */
  leftOut: { code: 'pre-release' | 'withdrawn'; reason: string } | null;
}

/** Why a pre-release is not one to measure. */
export const UNFINISHED: ListedRelease['leftOut'] = {
  code: 'pre-release',
  reason: 'its version says that it is not finished',
};

export interface RegistryQuestion {
  ecosystem: Ecosystem;
  /** The full name; for a runtime, its short name. */
  name: string;
  /** The folder of a target that uses it. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/** The registry, or the network on the way to it, is at fault, not the request. */
export class RegistryFault extends PitwallError {}

/** Registries pass on what authors wrote, of any length. */
const MOST_REASON = 500;

/** @param withdrawn why it is no longer available; `null` if it is */
export function listedAs(
  version: string,
  releasedAt: unknown,
  withdrawn: string | null = null,
): ListedRelease {
  const time = typeof releasedAt === 'string' ? Date.parse(releasedAt) : Number.NaN;
  return {
    version,
    // Some registries pass on what an author's clock said: no release is from the future.
    releasedAt: Number.isFinite(time) && time <= Date.now() ? new Date(time).toISOString() : null,
    leftOut:
      withdrawn !== null
        ? { code: 'withdrawn', reason: cutToLength(plainText(withoutAddresses(withdrawn)), MOST_REASON) }
        : isPreRelease(version)
          ? UNFINISHED
          : null,
  };
}

const CLIENT_SECONDS = 120;

/** Asks through an ecosystem's own client; returns its output. */
export async function client(question: RegistryQuestion, command: readonly string[]): Promise<string> {
  const { folder, environment, signal } = question;
  const result = await runCommand(command, {
    cwd: folder,
    environment: { ...environment, npm_config_update_notifier: 'false' },
    timeoutSeconds: CLIENT_SECONDS,
    signal,
  });
  if (result.exitCode === 0 && !result.timedOut) return result.stdout;
  const output = `${result.stdout}\n${result.stderr}`;
  const said = saidAtEnd(output, tailOf(output, 6));
  if (result.timedOut || isRegistryFault(said))
    throw noAnswer(question, result.timedOut ? `none within ${CLIENT_SECONDS} s` : said);
  throw noReleases(question, said);
}

const PAGE_SECONDS = 30;
/** Metadata of thousands of releases are a few megabytes. */
const MOST_PAGE_CHARACTERS = 64 * 1024 * 1024;

/** Asks for a page of an index. */
export async function page(question: RegistryQuestion, address: string): Promise<string> {
  const { signal } = question;
  let answer: Response;
  let text: string;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PAGE_SECONDS * 1_000)]);
    answer = await fetch(address, { signal: limit, headers: { 'user-agent': 'pitwall-bench' } });
    text = await answer.text();
  } catch (error) {
    signal.throwIfAborted();
    const { cause } = error as Error;
    throw noAnswer(question, cause === undefined ? messageOf(error) : messageOf(cause));
  }
  if (answer.status === 404 || answer.status === 410) throw noReleases(question, `status ${answer.status}`);
  if (!answer.ok || text.length > MOST_PAGE_CHARACTERS) throw noAnswer(question, `status ${answer.status}`);
  return text;
}

/** Asks for a page of JSON. */
export async function jsonPage(question: RegistryQuestion, address: string): Promise<unknown> {
  return jsonOf(question, await page(question, address));
}

/** Anything but JSON is not from the registry: a proxy that wants a password answers with a page. */
export function jsonOf(question: RegistryQuestion, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noAnswer(question, `something other than JSON: ${plainText(text).trim().slice(0, 80)}`);
  }
}

/**
 * When a file of a registry last changed; `null` if the registry does not say. Throws a RegistryFault if it refuses for
 * now: without its date, a release would be left out for good.
 */
export async function fileDate(question: RegistryQuestion, address: string): Promise<string | null> {
  const { signal } = question;
  try {
    const answer = await fetch(address, {
      method: 'HEAD',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PAGE_SECONDS * 1_000)]),
    });
    if (answer.status === 429 || answer.status === 503) throw noAnswer(question, `status ${answer.status}`);
    return answer.ok ? answer.headers.get('last-modified') : null;
  } catch (error) {
    if (error instanceof RegistryFault) throw error;
    signal.throwIfAborted();
    return null;
  }
}

export function noAnswer({ name }: Pick<RegistryQuestion, 'name'>, seen: string): RegistryFault {
  return new RegistryFault({
    what: 'The registry does not answer',
    where: name,
    expected: 'its releases',
    seen: withoutAddresses(seen),
    next: 'Try again later: what was measured is kept, and the command continues after it',
    exitCode: exitCodes.failed,
  });
}

export function noReleases({ name, ecosystem }: RegistryQuestion, seen: string): PitwallError {
  return new PitwallError({
    what: 'The registry lists no release of the package',
    where: name,
    expected: `releases of ${name} (${ecosystem})`,
    seen: withoutAddresses(seen),
    next: 'Name another package: --package <name>',
    exitCode: exitCodes.failed,
  });
}

/** Leave out addresses: they belong to the machine's own mirror. */
export function withoutAddresses(text: string): string {
  return text
    .replaceAll(/\bhttps?:\/\/[^\s"')]+/g, '(address)')
    .replaceAll(/(?:^|(?<=[\s:=]))\/(?:root|home|tmp)\/\S+/g, '(path)');
}
