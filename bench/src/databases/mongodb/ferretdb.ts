import { chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CommandResult, runCommand } from '../../process/command.ts';
import { exitCodes, PitwallError } from '../../util/errors.ts';
import { tailOf } from '../../util/lines.ts';

/**
 * FerretDB answers MongoDB's protocol out of SQLite. Version 1 is one program with nothing beside it, which the Go
 * toolchain builds from its module: a stand-in for machines that have Go and no MongoDB. The later ones need a
 * PostgreSQL with an extension.
 */
export const FERRETDB_VERSION = '1.24.0';
const MODULE = `github.com/FerretDB/FerretDB@v${FERRETDB_VERSION}`;

/** One minute on two idle processors, five on busy ones. */
const BUILD_SECONDS = 900;

/** Where a checkout keeps the one it built. */
export function builtFerretdb(cache: string): string {
  return join(cache, 'tools', 'bin', 'ferretdb');
}

interface BuildOptions {
  /** The `go` program. */
  go: string;
  signal: AbortSignal;
  onLine?: (line: string) => void;
  run?: typeof runCommand;
}

/** Builds `program`, which then is whole: it appears at once or not at all. */
export async function buildFerretdb(program: string, options: BuildOptions): Promise<void> {
  const { go, signal, onLine, run = runCommand } = options;
  onLine?.(`building FerretDB ${FERRETDB_VERSION}, a stand-in for MongoDB: a few minutes, once`);
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
    // The module's folder is read-only and lacks the file that its release script makes. What is copied may be written
    // from the start: nobody but root could clear away a read-only folder, were the build stopped in mid-copy.
    await work(['cp', '-R', '--no-preserve=mode', module, source], scratch);
    mkdirSync(join(source, 'build', 'version'), { recursive: true });
    writeFileSync(join(source, 'build', 'version', 'version.txt'), `v${FERRETDB_VERSION}\n`);
    const made = join(scratch, 'ferretdb');
    await work(
      [go, 'build', '-trimpath', '-buildvcs=false', '-ldflags', '-s -w', '-o', made, './cmd/ferretdb'],
      source,
    );
    mkdirSync(dirname(program), { recursive: true });
    cpSync(made, `${program}.new`);
    chmodSync(`${program}.new`, 0o755);
    renameSync(`${program}.new`, program);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function buildError(command: readonly string[], result: CommandResult): PitwallError {
  const ending = result.timedOut ? 'no end in time' : `exit code ${result.exitCode}`;
  return new PitwallError({
    what: 'FerretDB, the stand-in for MongoDB, could not be built',
    where: command.join(' '),
    expected: 'exit code 0: the Go toolchain and its module proxy are all that it needs',
    seen: `${ending}; last lines: ${tailOf(`${result.stdout}\n${result.stderr}`)}`,
    next: 'Check the network, or set PITWALL_MONGODB_URL to a server of your own, or install mongod',
    exitCode: exitCodes.missing,
  });
}
