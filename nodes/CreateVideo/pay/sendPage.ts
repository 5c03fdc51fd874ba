import { mapConcurrently } from '../../concurrency/mapConcurrently';
import { brokenOff } from './outcomes';
import type { Outcome } from './Pass';
import { patience } from './patience';

/** What a page needs of the world around it. */
export interface PageWorld {
  /**
   * Sends the request of a row.
   *
   * @param halted - takes it back as long as it has not left
   * @returns undefined when it was taken back
   */
  send(itemIndex: number, halted: AbortSignal): Promise<Outcome | undefined>;
  /** Writes down what came of a row. */
  record(itemIndex: number, outcome: Outcome): void;
  /** Resolves after the time; rejects as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** The execution is stopped. */
  cancelled: AbortSignal | undefined;
}

/**
 * Sends the rows of a page side by side. Its time is over after `pageMs`, but not before one row came
 * to something: while a service takes nothing, there is nothing to store.
 *
 * @param pageMs - Infinity where what it comes to cannot be stored anyway
 * @param stopOnFailure - whether a row that fails keeps the others from being sent
 * @returns how many rows came to something, and whether one of them stopped the others
 * @throws what a record threw, when no request is under way any more
 */
export async function sendPage(
  itemIndexes: readonly number[],
  { pageMs, stopOnFailure }: { pageMs: number; stopOnFailure: boolean },
  { send, record, sleep, cancelled }: PageWorld,
): Promise<{ settled: number; isStopped: boolean }> {
  const halt = new AbortController();
  const halted = AbortSignal.any([halt.signal, ...(cancelled ? [cancelled] : [])]);
  const timer = new AbortController();
  const thrown: unknown[] = [];
  let [settled, isTimeOver, isStopped] = [0, false, false];
  const endPage = () => {
    if (isStopped || (isTimeOver && settled > 0)) halt.abort();
  };
  const endTime = () => {
    isTimeOver = true;
    endPage();
  };
  if (pageMs !== Infinity) void sleep(pageMs, timer.signal).then(endTime, () => undefined);
  await mapConcurrently(itemIndexes, patience.rowsAtOnce, async (itemIndex) => {
    if (halted.aborted) return;
    // What was sent may be paid for, whatever goes wrong behind it.
    const outcome = await send(itemIndex, halted).catch(brokenOff);
    if (outcome === undefined) return;
    settled += 1;
    try {
      record(itemIndex, outcome);
    } catch (error) {
      thrown.push(error);
    }
    isStopped ||= thrown.length > 0 || (stopOnFailure && outcome.kind !== 'accepted');
    endPage();
  });
  timer.abort();
  if (thrown.length > 0) throw thrown[0];
  return { settled, isStopped };
}
