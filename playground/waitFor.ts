import { setTimeout } from 'node:timers/promises';

/**
 * Asks until there is an answer.
 *
 * @param ask gives undefined while there is none yet
 * @param timeout milliseconds
 * @param onTimeout makes the error that is thrown when the time is over
 */
export async function waitFor<T>(
  ask: () => Promise<T | undefined>,
  timeout: number,
  onTimeout: () => Error,
  interval = 250,
): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() >= deadline) throw onTimeout();
    await setTimeout(interval);
  }
}
