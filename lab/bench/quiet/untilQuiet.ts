import { mostLoad, mostOthers } from './limits.ts';

/** The machine, as the wait sees it; tests pass their own. */
export interface QuietWorld {
  cores: number;
  nowMs(): number;
  /** Load average over a minute; not looked at once the bench makes load itself. */
  load?(): number;
  /** Processors that others use. */
  others(): number;
  sleep(ms: number): Promise<unknown>;
  tell(text: string): void;
}

const lookEveryMs = 5_000;

/**
 * Waits until the machine is quiet, or the time is over.
 *
 * @param budgetMs - the longest wait
 * @returns how long it waited
 */
export async function untilQuiet(world: QuietWorld, budgetMs: number): Promise<number> {
  const startMs = world.nowMs();
  const waitedMs = () => world.nowMs() - startMs;
  for (let isTold = false; ; isTold = true) {
    const load = world.load?.() ?? 0;
    const others = world.others();
    if (load <= mostLoad(world.cores) && others <= mostOthers(world.cores)) return waitedMs();
    const leftMs = budgetMs - waitedMs();
    if (leftMs <= 0) {
      world.tell('  The machine is not quiet, so these figures will be marked.');
      return waitedMs();
    }
    if (!isTold)
      world.tell(
        `  Waiting for quiet, ${Math.ceil(leftMs / 60_000)} min at most: load average ${load.toFixed(1)}, others use ${others.toFixed(1)} processors.`,
      );
    await world.sleep(Math.min(lookEveryMs, leftMs));
  }
}
