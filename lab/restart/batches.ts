import { startQueuePlace, startSinglePlace } from './batchPlace.ts';
import { playBatch } from './playBatch.ts';

/** What the command line says of a table that is being ordered. */
export interface BatchOptions {
  rows: string;
  rate: string;
  end: string;
  at: string;
  times: string;
  keys: boolean;
  limit: string;
  singles: boolean;
  /** Queue mode with three workers, in place of one process, and what of it ends. */
  queue?: string;
}

/**
 * Ends a real n8n while it orders a table, starts it again, and goes on as a person would: by Retry,
 * or, with keys, by delivering the table again. Prints what was paid twice, lost, or is named unknown.
 */
export async function playBatches(
  { rows, rate, end, at, times, keys, limit, singles, queue }: BatchOptions,
  packed: string,
): Promise<void> {
  for (let time = 0; time < Number(times); time++)
    for (const atSeconds of at.split(',').map(Number))
      await playBatch(
        {
          rows: Number(rows),
          rate: Number(rate),
          end: end === 'stop' ? 'stop' : 'kill',
          atSeconds,
          hasKeys: keys,
          limit: Number(limit),
          areSingle: singles,
        },
        () => (queue ? startQueuePlace(queue === 'workers') : startSinglePlace(packed)),
      ).then(
        (played) => console.log(JSON.stringify(played)),
        (error: unknown) => {
          console.error(atSeconds, error);
          process.exitCode = 1;
        },
      );
}
