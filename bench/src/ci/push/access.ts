import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { PitwallError } from '../../util/errors.ts';
import { shellWord } from '../../util/text.ts';
import type { GitHub } from '../github/github.ts';

/**
 * How git identifies itself when it pushes results: by the deploy key of the environment `results`, which a ruleset
 * can let pass, or by the token of the job, which no ruleset lets pass.
 */

type Environment = Readonly<Record<string, string | undefined>>;

interface PushAccess {
  /** The repository to push to: an address for a key, a remote's name for a token. */
  remote: string;
  environment: Environment;
  /** Removes the key from the disk. */
  close(): void;
}

/** The secret of the environment `results`: a private key in OpenSSH's format. */
export const KEY_VARIABLE = 'PITWALL_RESULTS_KEY';

/** Passes the token to git through its environment: a process list would show an argument. */
export function withToken(environment: Environment): Environment {
  const { GITHUB_TOKEN: token, GITHUB_SERVER_URL: server, [KEY_VARIABLE]: _key, ...rest } = environment;
  if (!token || !server) return rest;
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    ...rest,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${server}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  };
}

const meta = z.object({
  ssh_keys: z.array(z.string().regex(/^(?:ssh|ecdsa)-[\w-]+ [A-Za-z0-9+/=]+$/)).min(1),
});

/**
 * Prepares a push. With a deploy key, writes it and the host's keys, which GitHub's API serves over TLS, into a
 * folder that only this user can read, until `close`.
 *
 * @param github returns the client; it is asked only if there is a key
 */
export async function openPushAccess(
  environment: Environment,
  remote: string,
  github: () => GitHub,
): Promise<PushAccess> {
  const key = environment[KEY_VARIABLE];
  if (!key) return { remote, environment: withToken(environment), close: () => {} };
  if (!/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key.trim())) throw noKey();
  const client = github();
  const { host } = new URL(client.webAddress);
  const { ssh_keys: hostKeys } = await client.get('/meta', meta);
  const folder = mkdtempSync(join(environment.RUNNER_TEMP || tmpdir(), 'pitwall-key-'));
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  const known = write('known_hosts', hostKeys.map((line) => `${host} ${line}\n`).join(''));
  // OpenSSH refuses a key without a line end after its last line.
  const identity = write('key', `${key.trim()}\n`);
  const options = [
    ['-i', identity],
    ['-o', 'IdentitiesOnly=yes'],
    ['-o', 'BatchMode=yes'],
    ['-o', 'StrictHostKeyChecking=yes'],
    ['-o', `UserKnownHostsFile=${known}`],
  ];
  const command = ['ssh', ...options.flat()].map(shellWord).join(' ');
  return {
    remote: `ssh://git@${host}/${client.repository}.git`,
    environment: { ...withToken(environment), GIT_SSH_COMMAND: command },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function noKey(): PitwallError {
  return new PitwallError({
    what: 'The deploy key is not a private key',
    where: `the secret ${KEY_VARIABLE} of the environment results`,
    expected: 'text that begins with -----BEGIN OPENSSH PRIVATE KEY-----',
    seen: 'other text, which is not shown',
    next: 'Make a pair and store both halves: npm run bench -- ci settings prints the commands',
  });
}
