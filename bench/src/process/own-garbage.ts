import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is allocated after a collection until the next one. V8 itself waits for as much as is in use, at least. */
const GROWTH_BYTES = 32 * 1024 * 1024;

let collect: (() => void) | null = null;
let bytesAfterLast = Number.POSITIVE_INFINITY;

/**
 * Collects this process's garbage if there is much of it. Call this before a load: V8 would otherwise do it some time
 * during the load, with several threads, and take half a second of the loader's processors.
 *
 * @returns whether it collected
 */
export function collectGrownGarbage(): boolean {
  const bytes = bytesInUse();
  // The memory of buffers is given back some time after the collection that found them.
  bytesAfterLast = Math.min(bytesAfterLast, bytes);
  if (bytes - bytesAfterLast < GROWTH_BYTES) return false;
  collect ??= collector();
  collect();
  bytesAfterLast = bytesInUse();
  return true;
}

function bytesInUse(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** Returns what `--expose-gc` would make global. The flag is taken back: cached code is valid for its flags alone. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return found;
}
