import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runCommand } from '../../process/command.ts';
import { systemPath, which } from '../../process/which.ts';

/** A server program on this machine. */
export interface Programs {
  flavour: 'MySQL' | 'MariaDB';
  version: string;
  server: string;
  /** Returns the command that creates a data folder, owned by its user, with a root without a password. */
  initialise(data: string): readonly string[];
}

const VERSION_SECONDS = 10;

/** Finds a working `mysqld` or `mariadbd` on PATH or in the system's folders; `null` if there is none. */
export async function systemPrograms(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Programs | null> {
  const path = systemPath([], environment.PATH ?? '');
  for (const name of ['mysqld', 'mariadbd']) {
    const server = which(name, path);
    if (!server) continue;
    const said = await runCommand([server, '--no-defaults', '--version'], {
      timeoutSeconds: VERSION_SECONDS,
    });
    const version = /Ver (\d+(?:\.\d+)+)/.exec(said.stdout)?.[1];
    if (version === undefined) continue;
    if (!/mariadb/i.test(said.stdout)) {
      const initialise = (data: string) => [
        server,
        '--no-defaults',
        '--initialize-insecure',
        `--datadir=${data}`,
      ];
      return { flavour: 'MySQL', version, server, initialise };
    }
    const installer = mariadbInstaller(server, path);
    if (installer) return { flavour: 'MariaDB', version, server, initialise: installer };
  }
  return null;
}

/** Finds the script that creates MariaDB's data folder, because its server cannot. */
function mariadbInstaller(server: string, path: string): Programs['initialise'] | null {
  const base = dirname(dirname(realpathSync(server)));
  const script =
    which('mariadb-install-db', path) ??
    which('mysql_install_db', path) ??
    which(join(base, 'scripts', 'mariadb-install-db'));
  if (!script) return null;
  return (data) => [
    script,
    '--no-defaults',
    `--basedir=${base}`,
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    // The test database comes with anonymous users, which would take precedence over ours.
    '--skip-test-db',
  ];
}

export function describePrograms({ flavour, version, server }: Programs): string {
  const standIn = flavour === 'MySQL' ? '' : ', a stand-in for MySQL';
  return `${basename(server)} in ${dirname(server)}: ${flavour} ${version}${standIn}`;
}
