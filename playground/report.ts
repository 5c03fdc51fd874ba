import { setInterval } from 'node:timers';

const STILL_WORKING_INTERVAL_MS = 10_000;

/** An error that the user can act on: shown as its message alone, without a stack. */
export class StartError extends Error {}

export const say = (line: string) => console.log(line);

const seconds = (sinceMs: number) => `${((Date.now() - sinceMs) / 1000).toFixed(0)} s`;

/**
 * Runs a step that may be long, telling that it began, how far it is every ten seconds, and how long
 * it took.
 *
 * @param title what is being done, as a sentence without its full stop
 * @param work gets a function that takes a note on how far it is
 */
export async function step<T>(
  title: string,
  work: (note: (text: string) => void) => Promise<T>,
): Promise<T> {
  const startedAt = Date.now();
  let latest = '';
  say(`• ${title} …`);
  const ticker = setInterval(
    () => say(`  … ${seconds(startedAt)}${latest && `, ${latest}`}`),
    STILL_WORKING_INTERVAL_MS,
  );
  try {
    const result = await work((text) => (latest = text));
    say(`  done in ${seconds(startedAt)}`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}
