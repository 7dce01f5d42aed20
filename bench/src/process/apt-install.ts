/**
 * Returns the command that installs packages on Debian or Ubuntu, for a person to copy: through sudo unless the user is
 * root. A container has no sudo, and nobody else may install.
 *
 * @param words packages, and options before them
 */
export function aptInstall(words: string, userId: number | null = process.getuid?.() ?? null): string {
  return `${userId === 0 ? '' : 'sudo '}apt-get install ${words}`;
}
