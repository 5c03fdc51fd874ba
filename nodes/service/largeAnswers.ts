import { sleep } from '../concurrency/sleep';

/** An answer of this size and less is read as it comes; records of this service are far smaller. */
export const smallAnswerBytes = 64_000;

/** So many larger ones are in memory at once in this process, whoever asked for them. */
const mostAtOnce = 16;

let reading = 0;
const waiting = new Set<() => void>();

/**
 * Waits for the turn of an answer that has turned out large. Nobody reads from its connection
 * meanwhile, so what is left of it stays with the sender.
 *
 * @param signal - of whoever gives up
 * @returns gives the turn to the next
 * @throws the signal's reason
 */
export async function enterLargeAnswers(signal: AbortSignal): Promise<() => void> {
  if (reading < mostAtOnce) reading += 1;
  else
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(enter);
        reject(signal.reason as Error);
      };
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      waiting.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  return leave;
}

function leave(): void {
  const [next] = waiting;
  if (next === undefined) reading -= 1;
  else {
    waiting.delete(next);
    next();
  }
}

let turns: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop in which no other caller goes on: many answers may be there at
 * once, and to read one of them is enough for a turn.
 */
export function turnOfItsOwn(): Promise<void> {
  turns = turns.then(() => sleep(0));
  return turns;
}
