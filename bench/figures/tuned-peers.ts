/**
 * Holds targets against servers of the same framework that others tuned: TechEmpower's entries. Builds both, starts
 * them afresh in each block on the same processor, and loads them in turn, a second each, in random order. Prints
 * our throughput and processor time per request divided by theirs. Writes nothing but copies below .cache.
 *
 *   git clone --depth 1 https://github.com/TechEmpower/FrameworkBenchmarks ~/FrameworkBenchmarks
 *   npm run figure -- tuned-peers -- ~/FrameworkBenchmarks [target …] [--blocks 4] [--cycles 5] [--seed 1]
 */
import { resolve } from 'node:path';
import { frameworkVersionOf } from '../src/measure/provenance.ts';
import { table } from '../src/terminal/table.ts';
import { messageOf } from '../src/util/errors.ts';
import { readyTargets, withSession } from './support/measuring.ts';
import { buildPeer, startPeer, tunedPeers } from './support/peer-servers.ts';
import {
  type BlockSlices,
  measureSideBySide,
  type SideBySide,
  shownRatio,
  sideBySide,
  startOurs,
} from './support/side-by-side.ts';
import { isNamed, sideBySideOptions } from './support/side-by-side-options.ts';

const options = sideBySideOptions();
const [checkout, ...names] = options?.positionals ?? [];
if (options === null || checkout === undefined) {
  console.error(
    'Give the folder of a checkout of TechEmpower/FrameworkBenchmarks, --blocks and --cycles from 2',
  );
  process.exit(2);
}
const { blocks, cycles, random } = options;
const peers = tunedPeers.filter(({ ours }) => isNamed(names, ours));
if (peers.length === 0) {
  console.error(`No such target here; known are: ${tunedPeers.map(({ ours }) => ours).join(', ')}`);
  process.exit(2);
}

/** Both have the same address in both, and bodies of the same size: 27 and 13 bytes. */
const PATHS = ['/json', '/plaintext'];
/** The least that our server must reach of theirs. */
const LEAST_RATIO = 0.95;

await withSession([], async (session) => {
  const rows: string[][] = [];
  for (const peer of peers) {
    try {
      console.error(`${peer.ours}: building`);
      const [ready] = await readyTargets(session, [peer.ours]);
      if (!ready) continue;
      const built = await buildPeer(resolve(checkout), peer, session.signal);
      const { target } = ready.targetVariant;
      const measured: Map<string, BlockSlices>[] = [];
      for (let block = 0; block < blocks; block++) {
        console.error(`${peer.ours}: block ${block + 1} of ${blocks}`);
        measured.push(
          await measureSideBySide(session, {
            start: { ours: () => startOurs(session, ready), theirs: () => startPeer(session, built) },
            paths: PATHS,
            language: target.manifest.language,
            cycles,
            random,
          }),
        );
      }
      const versions = `${frameworkVersionOf(target, ready.built) ?? '?'} / ${built.version}`;
      for (const path of PATHS) {
        const figures = sideBySide(measured.flatMap((block) => block.get(path) ?? []));
        rows.push([peer.ours, versions, path.slice(1), ...shown(figures)]);
        console.error(`  ${rows.at(-1)?.slice(2).join(' | ')}`);
      }
    } catch (error) {
      session.signal.throwIfAborted();
      console.error(`${peer.ours} is left out: ${messageOf(error)}`);
    }
  }
  console.log(
    table(
      [
        { title: 'target' },
        { title: 'version, ours / theirs' },
        { title: 'scenario' },
        { title: 'requests/s, ours', align: 'right' },
        { title: 'theirs', align: 'right' },
        { title: 'throughput, ours / theirs' },
        { title: `${LEAST_RATIO} or more` },
        { title: 'processor time a request, ours / theirs' },
        { title: 'bytes a response, ours / theirs' },
      ],
      rows,
    ),
  );
});

function shown({ perSecond, throughput, cpu, bytes }: SideBySide): string[] {
  return [
    Math.round(perSecond.ours).toLocaleString('en'),
    Math.round(perSecond.theirs).toLocaleString('en'),
    shownRatio(throughput),
    throughput === null ? '' : verdict(throughput),
    shownRatio(cpu),
    `${bytes.ours.toFixed(0)} / ${bytes.theirs.toFixed(0)}`,
  ];
}

function verdict({ estimate, low, high }: { estimate: number; low: number; high: number }): string {
  if (low >= LEAST_RATIO) return 'yes';
  if (high < LEAST_RATIO) return 'no';
  return estimate >= LEAST_RATIO ? 'probably' : 'perhaps not';
}
