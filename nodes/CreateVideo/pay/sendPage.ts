import { mapConcurrently } from '../../concurrency/mapConcurrently';
import { patience } from './patience';
import { brokenOff, type Outcome } from './readCreateAnswer';

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

/** How a page ended. */
export interface PageEnd {
  /** How many of its rows came to something; the others were not sent. */
  settled: number;
  /** Whether a row failed and keeps all others from being sent. */
  isStopped: boolean;
}

/**
 * Sends the rows of a page side by side. Its time is over after `pageMs`, but not before one row came
 * to something: while a service takes nothing, there is nothing to store.
 *
 * @param pageMs - Infinity where what it comes to cannot be stored anyway
 * @param stopOnFailure - whether a row that fails keeps the others from being sent
 */
export async function sendPage(
  itemIndexes: readonly number[],
  { pageMs, stopOnFailure }: { pageMs: number; stopOnFailure: boolean },
  { send, record, sleep, cancelled }: PageWorld,
): Promise<PageEnd> {
  const halt = new AbortController();
  const over = new AbortController();
  const halted = AbortSignal.any([halt.signal, ...(cancelled ? [cancelled] : [])]);
  let settled = 0;
  let isTimeOver = false;
  let isStopped = false;
  const endPage = () => {
    if (isStopped || (isTimeOver && settled > 0)) halt.abort();
  };
  if (pageMs !== Infinity)
    void sleep(pageMs, over.signal).then(
      () => {
        isTimeOver = true;
        endPage();
      },
      () => undefined,
    );
  try {
    await mapConcurrently(itemIndexes, patience.rowsAtOnce, async (itemIndex) => {
      if (halted.aborted) return;
      // What was sent may be paid for, whatever goes wrong behind it.
      const outcome = await send(itemIndex, halted).catch(brokenOff);
      if (outcome === undefined) return;
      settled += 1;
      record(itemIndex, outcome);
      isStopped ||= stopOnFailure && outcome.kind !== 'accepted';
      endPage();
    });
  } finally {
    over.abort();
  }
  return { settled, isStopped };
}
