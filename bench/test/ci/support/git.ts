import { execFileSync } from 'node:child_process';

/** Runs git in a folder as somebody whom no setting of this machine knows. */
export function gitIn(cwd: string): (...words: string[]) => string {
  return (...words) =>
    execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org', ...words], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    }).trim();
}
