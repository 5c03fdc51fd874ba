import { sleep } from './sleep';

/** How long work may keep all other executions of n8n from their turn. */
const longestStretchMs = 8;

/**
 * Makes a pause for work on many items, to be awaited after each: it lets n8n do other things
 * whenever the work has gone on for long enough, and costs next to nothing otherwise.
 */
export function breather(): () => Promise<void> | undefined {
  let startMs = performance.now();
  return () => {
    if (performance.now() - startMs < longestStretchMs) return undefined;
    return sleep(0).then(() => {
      startMs = performance.now();
    });
  };
}
