/** How many requests may be under way at once, as far as answers speak for it. */
export interface Places {
  size: number;
  /** It grows by as many as are taken up to this size, and by little above. */
  opensTo: number;
  /** Requests that were taken while it opened. */
  taken: number;
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
export const firstSize = 24;
/** With so few under way it is not their number that breaks connections. */
export const leastAfterBreak = 4;
/** More connections than this bring one n8n process no more answers per second. */
export const mostAtOnce = 500;
/** A request that was taken makes room for so many more, once so many were taken. */
const opensBy = 2;
const trustedAfter = 12;
/** Answers may take this many times as long as with little load before it counts as a queue. */
const tolerance = 2;
/** Without a burst of requests, what was learned halves in this time. */
const fadesInMs = 10_000;

const freshLatency = (): Latency => ({ late: 0, light: 0 });

export const openPlaces = (): Places => ({
  size: firstSize,
  opensTo: Infinity,
  taken: 0,
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

/** The service took a request. @param underWay - how many there are with it */
export function widen(places: Places, round: Round, underWay: number): void {
  const { kind, sentAtMs, nowMs, inFlight } = round;
  noteLatency(places.latency[kind], nowMs - sentAtMs, inFlight <= firstSize);
  // What was not filled tells nothing of more.
  if (underWay < places.size / 2) return;
  const gradient = gradientOf(places.latency[kind]);
  if (gradient < 1) {
    if (places.size <= firstSize) return;
    places.opensTo = Math.min(places.opensTo, places.size);
    places.size = Math.max(firstSize, places.size + gradient - 1);
  } else if (places.size < places.opensTo)
    places.size += ++places.taken > trustedAfter ? opensBy : 0;
  else places.size += 0.5 / Math.sqrt(places.size);
  places.size = Math.min(places.size, mostAtOnce);
}

function noteLatency(latency: Latency, ms: number, isLight: boolean): void {
  const mean = (before: number) => (before === 0 ? ms : before + (ms - before) * 0.1);
  latency.late = mean(latency.late);
  if (isLight) latency.light = mean(latency.light);
}

/** Below 1 when answers take longer with the load, as the gradient of Netflix's concurrency limits. */
const gradientOf = ({ late, light }: Latency) =>
  light === 0 ? 1 : Math.min(1, Math.max(0.5, (tolerance * light) / Math.max(late, 1)));

/** Connections broke, or answers did not come: half of the places are enough, once per round. */
export function halve(places: Places, { sentAtMs, nowMs }: Round): void {
  if (sentAtMs < places.narrowedAtMs) return;
  places.narrowedAtMs = nowMs;
  places.size = Math.max(Math.min(leastAfterBreak, places.size), places.size / 2);
  places.opensTo = places.size;
}

/** Behind a pause few go first: if what is believed is wrong, few are refused. */
export function beginAgain(places: Places): void {
  places.size = 2;
}

/** Nothing was under way for a while: what is known of many grows old. */
export function fade(places: Places, idleMs: number): void {
  if (idleMs < fadesInMs || places.size <= firstSize) return;
  places.size = Math.max(firstSize, places.size * 0.5 ** (idleMs / fadesInMs));
}
