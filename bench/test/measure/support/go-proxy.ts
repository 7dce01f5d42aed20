import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipOf } from '../../ci/support/zip.ts';
import { listenOnLoopback } from '../../process/loopback.ts';

/** A release of the made-up module. */
interface MadeRelease {
  /** With the `v` that Go writes. */
  version: string;
  releasedAt: Date;
  /** Turns of a loop that each request takes. */
  turns?: number;
  /** What its package says in place of its loop. */
  source?: string;
  /** Further lines of its go.mod. */
  goMod?: string;
  /** The commit by which it can be asked for, as one that is no release. */
  commit?: string;
  /** The commit of a release, by which it can be asked for as well. */
  released?: string;
}

/** A registry of Go modules with one module in it, on a port of this machine. */
export interface GoProxy {
  module: string;
  releases: MadeRelease[];
  /** Whether it answers everything with status 503. */
  isDown: boolean;
  /** What Go's own client needs to ask this registry alone, in a folder of its own. */
  environment(folder: string): Record<string, string>;
  close(): Promise<void>;
}

const MODULE = 'example.org/made/work';

/** Starts a registry as https://go.dev/ref/mod#goproxy-protocol describes it. */
export async function startGoProxy(releases: MadeRelease[]): Promise<GoProxy> {
  const server = createServer((request, response) => {
    const [, name = ''] = request.url?.split(`/${MODULE}/`) ?? [];
    const answer = proxy.isDown ? null : answerOf(name, proxy.releases);
    response.statusCode = proxy.isDown ? 503 : answer === null ? 404 : 200;
    response.end(answer ?? 'none');
  });
  const origin = await listenOnLoopback(server);
  const proxy: GoProxy = {
    module: MODULE,
    releases,
    isDown: false,
    environment: (folder) => ({
      GOPROXY: origin,
      GOSUMDB: 'off',
      GONOPROXY: 'none',
      GOMODCACHE: folder,
      // Otherwise the folder cannot be removed.
      GOFLAGS: '-modcacherw',
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return proxy;
}

function answerOf(name: string, releases: readonly MadeRelease[]): string | Buffer | null {
  const listed = releases.filter(({ commit }) => commit === undefined);
  if (name === '@v/list') return listed.map(({ version }) => `${version}\n`).join('');
  if (name === '@latest') return infoOf(listed.at(-1));
  const [, version, kind] = /^@v\/(.+)\.(info|mod|zip)$/.exec(name) ?? [];
  const isOf = (commit?: string): boolean => version !== undefined && commit?.startsWith(version) === true;
  const release = releases.find((one) => one.version === version || isOf(one.commit) || isOf(one.released));
  if (release === undefined) return null;
  if (kind === 'info') return infoOf(release);
  const goMod = `module ${MODULE}\n\ngo 1.22\n${release.goMod ?? ''}`;
  if (kind === 'mod') return goMod;
  const folder = `${MODULE}@${release.version}`;
  return zipOf(
    { name: `${folder}/go.mod`, content: goMod },
    { name: `${folder}/work.go`, content: release.source ?? loopOf(release.turns ?? 1) },
  );
}

function infoOf(release: MadeRelease | undefined): string | null {
  if (release === undefined) return null;
  return JSON.stringify({ Version: release.version, Time: release.releasedAt.toISOString() });
}

function loopOf(turns: number): string {
  return `package work

import "sync/atomic"

var sink atomic.Uint32

// Do takes as long as this release takes.
func Do() {
	value := sink.Load()
	for turn := range uint32(${Math.round(turns)}) {
		value = value*31 + turn
	}
	sink.Store(value)
}
`;
}

/** The head of the handler of /json in the router of Go's template, and the work that it was given. */
export const GO_JSON_HANDLER =
  /(mux\.Handle\("GET \/json", handler\(func\(response http\.ResponseWriter, _ \*http\.Request\) error \{\n)(?:\t\twork\(\d+\)\n)?/;

/** Has the module do work in the handler of /json of a target that was made from Go's template, pinned to a release. */
export async function useModule(
  folder: string,
  { module, environment }: GoProxy,
  version: string,
  modules: string,
): Promise<void> {
  const change = (file: string, changed: (text: string) => string): void => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const now = changed(text);
    if (now === text) throw new RangeError(`the template has another ${file} now`);
    writeFileSync(path, now);
  };
  change('router.go', (text) =>
    text
      .replace(GO_JSON_HANDLER, '$1\t\twork.Do()\n')
      // The loop of a target that did the work itself.
      .replace(/\nvar sink [\s\S]*$/, '')
      .replace('\t"sync/atomic"\n)', `\t"sync/atomic"\n\n\t"${module}"\n)`),
  );
  change('target.yaml', (text) =>
    text.replace('{ runtime: true }', `{ lockFile: go.mod, package: ${module} }`),
  );
  const options = { cwd: folder, env: { ...process.env, ...environment(modules) } };
  // Not the synchronous one: the registry answers in this process.
  await promisify(execFile)('go', ['get', `${module}@${version}`], options);
  await promisify(execFile)('go', ['mod', 'tidy'], options);
}
