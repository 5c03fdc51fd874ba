import * as n8n from 'n8n-workflow';

type Sleep = (durationMs: number, signal?: AbortSignal) => Promise<void>;

/** The `sleep` of n8n 1 knows no signal; it has a second function that does. */
interface Sleeps {
  sleep: Sleep;
  sleepWithAbort?: Sleep;
}

/** The one of n8n's functions that ends with the signal. */
export const chooseSleep = ({ sleep: plain, sleepWithAbort }: Sleeps): Sleep =>
  sleepWithAbort ?? plain;

/** Resolves after the time; rejects, and clears its timer, as soon as the signal aborts. */
export const sleep = chooseSleep(n8n);
