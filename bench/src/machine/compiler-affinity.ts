import { setTimeout } from 'node:timers/promises';
import { runCommand } from '../process/command.ts';
import { compilerThreads, type Thread } from '../process/compiler-threads.ts';
import { readText } from '../process/proc.ts';
import { which } from '../process/which.ts';
import { PitwallError } from '../util/errors.ts';
import { parseProcessorList } from './machine.ts';

/** How often new compiler threads are looked for: HotSpot starts and ends them as it has to compile. */
const LOOKING_MILLISECONDS = 250;
/** A thread may start another one while it is moved back. */
const MOST_ATTEMPTS = 20;

interface CompilerProcessors {
  /** The server's processes, if they are visible from this machine. */
  pids(): readonly number[];
  /** The processors that the server is pinned to. */
  own: readonly number[];
  /** Processors that its compiler threads may use as well. */
  more: readonly number[];
}

/**
 * Lets the compiler threads of a server use more processors while `work` runs, and then moves them back. On a full
 * processor they wait among all the threads that serve, which makes a warm-up last several times as long. Where
 * there are none, or they cannot be moved, `work` runs all the same.
 *
 * Throws a PitwallError if a thread cannot be moved back: it would disturb what is measured beside it.
 */
export async function withCompilersOn<T>(
  { pids, own, more }: CompilerProcessors,
  work: () => Promise<T>,
): Promise<T> {
  if (own.length === 0 || more.length === 0 || !which('taskset')) return work();
  const all = [...new Set([...own, ...more])];
  const done = new AbortController();
  const spreading = spread(pids, all, done.signal);
  try {
    return await work();
  } finally {
    done.abort();
    await spreading;
    await moveBack(pids, own);
  }
}

/** Moves each compiler thread that appears, once: a container keeps its threads on its own processors. */
async function spread(
  pids: CompilerProcessors['pids'],
  processors: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const moved = new Set<string>();
  while (!signal.aborted) {
    for (const { thread } of compilerThreads(pids())) {
      if (moved.has(thread)) continue;
      moved.add(thread);
      await move(thread, processors);
    }
    await setTimeout(LOOKING_MILLISECONDS, undefined, { signal }).catch(() => {});
  }
}

async function moveBack(pids: CompilerProcessors['pids'], own: readonly number[]): Promise<void> {
  const strays = (): Thread[] => compilerThreads(pids()).filter((thread) => !isOn(thread, own));
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const found = strays();
    if (found.length === 0) return;
    for (const { thread } of found) await move(thread, own);
  }
  const [stray] = strays();
  if (!stray) return;
  throw new PitwallError({
    what: 'A compiler thread did not return to the processors of its server',
    where: `process ${stray.pid}, thread ${stray.thread}`,
    expected: `processors ${own.join(', ')}`,
    seen: `processors ${processorsOf(stray).join(', ')}`,
    next: `Run taskset -pc ${own.join(',')} ${stray.thread} by hand to see why it cannot be moved`,
  });
}

async function move(thread: string, processors: readonly number[]): Promise<void> {
  // It may have ended since it was seen.
  await runCommand(['taskset', '-pc', processors.join(','), thread], { timeoutSeconds: 10 });
}

function isOn(thread: Thread, own: readonly number[]): boolean {
  return processorsOf(thread).every((processor) => own.includes(processor));
}

/** Returns the processors that a thread may use; none if it has ended. */
function processorsOf({ pid, thread }: Thread): number[] {
  const status = readText(`/proc/${pid}/task/${thread}/status`) ?? '';
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1];
  return list === undefined ? [] : parseProcessorList(list);
}
