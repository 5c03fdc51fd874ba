/** How many requests may be under way at once, and what that follows from. */
export interface Window {
  size: number;
  /** Up to this size each answered round multiplies it; above, it grows by little. */
  opensTo: number;
  /** Requests that were taken since the window last opened further. */
  taken: number;
  /** Most requests that were under way when one was sent that the service took. */
  mostTaken: number;
  /** The largest that fits, where the service refused a larger one. */
  fit?: number | undefined;
  /** Refusals in a row that were told by the window. */
  crowds: number;
  /** When it was last made smaller: requests sent before that tell nothing new. */
  narrowedAtMs: number;
  latency: Record<'create' | 'look', Latency>;
}

/** Round-trip times in ms: of late, and with few requests under way; 0 while unknown. */
interface Latency {
  late: number;
  light: number;
}

/** Requests at once of an account of which nothing is known. */
export const firstSize = 16;
/** With so few under way it is not their number that breaks connections. */
export const leastAfterBreak = 4;
/** Answers in which a service that takes no more than a few at once would have shown it. */
const trustedAfter = 2 * firstSize;
/** More connections than this bring one n8n process no more answers per second. */
export const mostAtOnce = 500;
/** A window that fits is tried with one more after this time, and then with ever more. */
const growsAfterMs = 10_000;
/** Answers may take this many times as long as with little load before it counts as a queue. */
const tolerance = 2;
/** Without a burst of requests, what was learned halves in this time. */
const fadesInMs = 10_000;

const freshLatency = (): Latency => ({ late: 0, light: 0 });

export const openWindow = (): Window => ({
  size: firstSize,
  opensTo: Infinity,
  taken: 0,
  mostTaken: 0,
  crowds: 0,
  narrowedAtMs: -Infinity,
  latency: { create: freshLatency(), look: freshLatency() },
});

export interface Round {
  kind: 'create' | 'look';
  sentAtMs: number;
  nowMs: number;
  /** Requests under way when it was sent, itself included. */
  inFlight: number;
}

/** The service took a request. */
export function widen(window: Window, round: Round): void {
  const { kind, sentAtMs, nowMs, inFlight } = round;
  noteLatency(window.latency[kind], nowMs - sentAtMs, inFlight <= firstSize);
  const gradient = gradientOf(window.latency[kind]);
  window.taken += 1;
  if (sentAtMs > window.narrowedAtMs) window.crowds = 0;
  window.mostTaken = Math.max(window.mostTaken, inFlight);
  // A window that was not filled tells nothing of a larger one.
  if (inFlight < window.size / 2) return;
  if (gradient < 1) {
    if (window.size <= firstSize) return;
    window.opensTo = Math.min(window.opensTo, window.size);
    window.size = Math.max(firstSize, window.size + gradient - 1);
  } else if (window.size < window.opensTo) {
    const roundAfter = window.size === firstSize ? trustedAfter : window.size;
    if (window.taken < roundAfter) return;
    window.size *= window.size === firstSize ? 4 : 2;
    window.taken = 0;
  } else if (window.fit !== undefined) {
    const wish = window.fit + ((nowMs - window.narrowedAtMs) / growsAfterMs) ** 3;
    window.size = Math.min(wish, window.size + 1);
  } else window.size += 0.5 / Math.sqrt(window.size);
  window.size = Math.min(window.size, mostAtOnce);
}

function noteLatency(latency: Latency, ms: number, isLight: boolean): void {
  const mean = (before: number) => (before === 0 ? ms : before + (ms - before) * 0.1);
  latency.late = mean(latency.late);
  if (isLight) latency.light = mean(latency.light);
}

/** Below 1 when answers take longer with the load, as the gradient of Netflix's concurrency limits. */
const gradientOf = ({ late, light }: Latency) =>
  light === 0 ? 1 : Math.min(1, Math.max(0.5, (tolerance * light) / Math.max(late, 1)));

/** Connections broke, or answers did not come: half of the window is enough, once per round. */
export function halve(window: Window, { sentAtMs, nowMs }: Round): void {
  if (sentAtMs < window.narrowedAtMs) return;
  window.narrowedAtMs = nowMs;
  window.size = Math.max(Math.min(leastAfterBreak, window.size), window.size / 2);
  window.opensTo = window.size;
}

/**
 * Whether a refusal can be told by the number of requests under way: fewer were always taken, or it
 * came of trying one more than fitted. A crowd refuses no more than those.
 */
export function isCrowded({ fit, size, mostTaken, taken, crowds }: Window, { inFlight }: Round) {
  if (inFlight <= 1) return false;
  if (inFlight > mostTaken) return true;
  return fit !== undefined && inFlight > fit && taken >= 2 * size && crowds < 3;
}

/** The service refused a request because of the others under way. */
export function narrowToFit(window: Window, { inFlight, nowMs }: Round): void {
  window.size = Math.max(1, Math.min(window.size, inFlight - 1));
  window.opensTo = window.size;
  window.fit = window.size;
  window.crowds += 1;
  window.taken = 0;
  window.narrowedAtMs = nowMs;
}

/** Nothing was under way for a while: what is known of a large window grows old. */
export function fade(window: Window, idleMs: number): void {
  if (idleMs < fadesInMs || window.size <= firstSize) return;
  window.size = Math.max(firstSize, window.size * 0.5 ** (idleMs / fadesInMs));
  window.taken = 0;
  window.mostTaken = 0;
}
