import type { RequestKind } from './urgency';

/** A request that is under way. */
export interface Flight {
  kind: RequestKind;
  sentAtMs: number;
  /** Requests under way when it was sent, itself included. */
  inFlight: number;
  landedAtMs?: number;
  /** Absent while nobody knows. */
  fate?: 'taken' | 'refused';
}

/**
 * The requests of one limit that are under way. Those of which an answer is awaited are apart from
 * those that nobody waits for: sent before a pause, or silent for too long. An answer that never
 * comes costs its own place, and no more.
 */
export interface Flights {
  /** In the order in which they were sent. */
  awaited: Set<Flight>;
  aside: Set<Flight>;
  /** Requests that went silent since the last answer. */
  silences: number;
}

/** With a latency that nobody knows yet, a request counts as silent after this time. */
const leastPatienceMs = 1_000;
/** With a latency that is known, after so many times that. */
const patienceInLatencies = 3;
const longestPatienceMs = 60_000;

export const noFlights = (): Flights => ({ awaited: new Set(), aside: new Set(), silences: 0 });

export const countFlights = ({ awaited, aside }: Flights) => awaited.size + aside.size;

/** Whether one more may go where so many may be under way: one may always be awaited. */
export const isFree = ({ awaited, aside }: Flights, places: number) =>
  awaited.size < Math.max(1, places - aside.size);

/** When the oldest request that is awaited counts as silent. */
export function silentAtMs({ awaited, silences }: Flights, latencyMs: number): number {
  const [oldest] = awaited;
  if (oldest === undefined) return Infinity;
  const usualMs = Math.max(leastPatienceMs, patienceInLatencies * latencyMs);
  // A service that answers nobody is not to be sent one order after another.
  const patienceMs = Math.min(usualMs * 2 ** silences, Math.max(usualMs, longestPatienceMs));
  return oldest.sentAtMs + patienceMs;
}

/** Waits no longer for those that are silent. */
export function setSilentAside(flights: Flights, latencyMs: number, nowMs: number): void {
  const wereSilent = flights.silences;
  let gone = 0;
  while (silentAtMs({ ...flights, silences: wereSilent }, latencyMs) <= nowMs) {
    const [oldest] = flights.awaited;
    flights.awaited.delete(oldest!);
    flights.aside.add(oldest!);
    gone += 1;
  }
  flights.silences += gone;
}

/** Waits for none of them any more: what comes next finds out how things stand. */
export function setAllAside({ awaited, aside }: Flights): void {
  for (const flight of awaited) aside.add(flight);
  awaited.clear();
}

/** A request is over. */
export function land(flights: Flights, flight: Flight): void {
  if (!flights.awaited.delete(flight)) flights.aside.delete(flight);
}

/** Moves those of one kind to other flights. */
export function moveFlights(kind: RequestKind, from: Flights, to: Flights): void {
  for (const part of ['awaited', 'aside'] as const)
    for (const flight of from[part])
      if (flight.kind === kind) {
        from[part].delete(flight);
        to[part].add(flight);
      }
}
