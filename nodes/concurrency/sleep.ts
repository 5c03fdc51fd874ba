import * as n8n from 'n8n-workflow';

type Sleep = (durationMs: number, signal?: AbortSignal) => Promise<void>;

/** What n8n brings: newer versions a `sleep` that takes a signal, others a second one, old ones none. */
interface Sleeps {
  sleep: Sleep;
  sleepWithAbort?: Sleep;
}

/** A timer that nothing can clear goes on for this long after the signal. */
const longestSliceMs = 60_000;

/** Makes a sleep that ends with the signal from one that does not. */
const endWithSignal =
  (plain: Sleep): Sleep =>
  async (durationMs, signal) => {
    signal?.throwIfAborted();
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    signal?.addEventListener('abort', stop);
    try {
      for (let leftMs = durationMs; leftMs > 0; leftMs -= longestSliceMs) {
        await Promise.race([plain(Math.min(leftMs, longestSliceMs)), stopped]);
        signal?.throwIfAborted();
      }
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  };

/** A sleep that ends with the signal, made of what this version of n8n has. */
export const chooseSleep = ({ sleep: plain, sleepWithAbort }: Sleeps): Sleep =>
  sleepWithAbort ?? (plain.length > 1 ? plain : endWithSignal(plain));

/** Resolves after the time; rejects as soon as the signal aborts. */
export const sleep = chooseSleep(n8n);
