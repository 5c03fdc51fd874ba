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

const task = { id: 'task', status: 'pending', note: 'usual words', list: [1, 0.5, null, true] };
const usualText = JSON.stringify(Array.from({ length: 13_000 }, () => task));

/**
 * A measure for other times on a machine that nobody knows: CPU time of this thread for reading and
 * writing a megabyte of usual JSON. The quickest of several counts, since others can only slow it down.
 */
export function readMs(): number {
  const once = () => {
    const { user, system } = process.threadCpuUsage();
    JSON.stringify(JSON.parse(usualText));
    const spent = process.threadCpuUsage({ user, system });
    return (spent.user + spent.system) / 1000;
  };
  return Math.min(...Array.from({ length: 3 }, once));
}
