/** Finds the longest stretch in which the event loop had no turn. */
export interface Blocks {
  /** Ends a stretch, and starts the next one. */
  mark(): void;
  readonly longestMs: number;
}

/** In CPU time of this thread, so that what else runs on the machine does not count. */
export function watchBlocks(): Blocks {
  const spentMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let startMs = spentMs();
  let longestMs = 0;
  return {
    mark() {
      const nowMs = spentMs();
      longestMs = Math.max(longestMs, nowMs - startMs);
      startMs = nowMs;
    },
    get longestMs() {
      return longestMs;
    },
  };
}

/** Watches the turns while something runs. */
export async function longestBlockMs(run: () => Promise<unknown>): Promise<number> {
  const blocks = watchBlocks();
  let isRunning = true;
  // Not as an immediate: a loop that has nothing to do would spin, and count as busy.
  const turn = () => {
    blocks.mark();
    if (isRunning) setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  await run().finally(() => (isRunning = false));
  blocks.mark();
  return blocks.longestMs;
}
