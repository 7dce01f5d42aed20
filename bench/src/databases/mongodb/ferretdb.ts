import { chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CommandResult, runCommand } from '../../process/command.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';

/**
 * FerretDB implements MongoDB's protocol on SQLite, as a stand-in for machines that have Go but no MongoDB.
 * Version 1 is a single program that the Go toolchain builds from its module. Later versions need a
 * PostgreSQL with an extension.
 */
export const FERRETDB_VERSION = '1.24.0';
const MODULE = `github.com/FerretDB/FerretDB@v${FERRETDB_VERSION}`;

/** The build takes one minute on two idle processors, five on busy ones. */
const BUILD_SECONDS = 900;

/** Returns the path of the FerretDB built in a checkout, from its cache folder. With another version it is built anew. */
export function builtFerretdb(cache: string): string {
  return join(cache, 'tools', 'bin', `ferretdb-${FERRETDB_VERSION}`);
}

interface BuildOptions {
  /** The `go` program. */
  go: string;
  signal: AbortSignal;
  onLine?: (line: string) => void;
  run?: typeof runCommand;
}

/** Builds `program` and renames it into place, so that it is never incomplete. */
export async function buildFerretdb(program: string, options: BuildOptions): Promise<void> {
  const { go, signal, onLine, run = runCommand } = options;
  onLine?.(`building FerretDB ${FERRETDB_VERSION}, a stand-in for MongoDB (once, takes a few minutes)`);
  const scratch = mkdtempSync(join(tmpdir(), 'pitwall-ferretdb-'));
  const source = join(scratch, 'source');
  const work = async (command: readonly string[], cwd: string): Promise<CommandResult> => {
    const environment = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
    const result = await run(command, { cwd, environment, signal, timeoutSeconds: BUILD_SECONDS });
    if (result.exitCode !== 0) throw buildError(command, result);
    return result;
  };
  try {
    const download = await work([go, 'mod', 'download', '-json', MODULE], scratch);
    const { Dir: module } = JSON.parse(download.stdout) as { Dir: string };
    // The module's folder is read-only and does not have the file that its release script makes. Make the copy
    // writable from the start: if the build is stopped during the copy, only root could remove a read-only
    // folder.
    await work(['cp', '-R', '--no-preserve=mode', module, source], scratch);
    mkdirSync(join(source, 'build', 'version'), { recursive: true });
    writeFileSync(join(source, 'build', 'version', 'version.txt'), `v${FERRETDB_VERSION}\n`);
    const made = join(scratch, 'ferretdb');
    await work(
      [go, 'build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', made, './cmd/ferretdb'],
      source,
    );
    mkdirSync(dirname(program), { recursive: true });
    // A name of its own: two processes of a checkout may build it at once.
    const own = `${program}.${process.pid}`;
    cpSync(made, own);
    chmodSync(own, 0o755);
    renameSync(own, program);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function buildError(command: readonly string[], result: CommandResult): PitwallError {
  const ending = result.timedOut ? 'timed out' : `exit code ${result.exitCode}`;
  return new PitwallError({
    what: 'Cannot build FerretDB, the stand-in for MongoDB',
    where: command.join(' '),
    expected: 'exit code 0: the build needs only the Go toolchain and its module proxy',
    seen: `${ending}; last lines: ${tailOf(`${result.stdout}\n${result.stderr}`)}`,
    next: 'Check the network, set PITWALL_MONGODB_URL to a server of your own, or install mongod',
    exitCode: exitCodes.missing,
  });
}
