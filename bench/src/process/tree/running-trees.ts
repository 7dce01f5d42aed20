/** A tree that runs, as far as the end of the harness concerns it. */
interface RunningTree {
  /** Kills all members without waiting. */
  killNow(): void;
  /** Removes what the tree has of the machine besides processes. */
  removeNow(): void;
}

const running = new Set<RunningTree>();

/** Ensures that a tree is killed when the harness ends in a way that it can still act on; `watch` covers the others. */
export function killAtExit(tree: RunningTree): void {
  guardExit();
  running.add(tree);
}

export function forgetTree(tree: RunningTree): void {
  running.delete(tree);
}

/** Kills every running tree without waiting, for exit hooks. */
export function stopAllTrees(): void {
  for (const tree of running) {
    tree.killNow();
    tree.removeNow();
  }
  running.clear();
}

let guarded = false;

/** Kills all trees when the harness ends, or gets a signal that no other handler takes. */
function guardExit(): void {
  if (guarded) return;
  guarded = true;
  process.on('exit', stopAllTrees);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const handle = (): void => {
      // A command with a handler of its own ends its trees itself, in order.
      if (process.listenerCount(signal) > 1) return;
      stopAllTrees();
      process.removeListener(signal, handle);
      process.kill(process.pid, signal);
    };
    process.on(signal, handle);
  }
}
