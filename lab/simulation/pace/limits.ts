/** What a service does with a request that arrives now. */
export type Decision = { latencyMs: number } | { retryAfterMs: number };

export type Kind = 'create' | 'look';

/** A way in which services limit their users; none of them is known to be this service's. */
export interface Limit {
  arrive(nowMs: number, kind: Kind): Decision;
  /** An accepted request is answered. */
  leave?(): void;
}

const plain = (latencyMs: number): Decision => ({ latencyMs });

export const unlimited = (latencyMs: number): Limit => ({
  arrive: () => plain(latencyMs),
});

/** A bucket that refills with time and holds `burst` requests. */
export function tokenBucket(latencyMs: number, perSecond: number, burst = perSecond): Limit {
  let left = burst;
  let atMs = 0;
  return {
    arrive(nowMs) {
      left = Math.min(burst, left + ((nowMs - atMs) / 1000) * perSecond);
      atMs = nowMs;
      if (left < 1) return { retryAfterMs: ((1 - left) / perSecond) * 1000 };
      left -= 1;
      return plain(latencyMs);
    },
  };
}

/** So many requests in each window by the clock. */
export function fixedWindow(latencyMs: number, requests: number, windowMs: number): Limit {
  let current = -1;
  let used = 0;
  return {
    arrive(nowMs) {
      const window = Math.floor(nowMs / windowMs);
      if (window !== current) used = 0;
      current = window;
      if (used >= requests) return { retryAfterMs: (window + 1) * windowMs - nowMs };
      used += 1;
      return plain(latencyMs);
    },
  };
}

/** So many requests in each window, which begins with the first request after the last one's end. */
export function startedWindow(latencyMs: number, requests: number, windowMs: number): Limit {
  let beganAtMs = -Infinity;
  let used = 0;
  return {
    arrive(nowMs) {
      if (nowMs >= beganAtMs + windowMs) {
        beganAtMs = nowMs;
        used = 0;
      }
      if (used >= requests) return { retryAfterMs: beganAtMs + windowMs - nowMs };
      used += 1;
      return plain(latencyMs);
    },
  };
}

/** Refuses nothing until so many wait inside; lets them through one by one, at a rate. */
export function leakyQueue(latencyMs: number, perSecond: number, places: number): Limit {
  let lastAtMs = -Infinity;
  return {
    arrive(nowMs) {
      const atMs = Math.max(nowMs, lastAtMs + 1000 / perSecond);
      const waiting = ((atMs - nowMs) / 1000) * perSecond;
      if (waiting > places) return { retryAfterMs: ((waiting - places) / perSecond) * 1000 };
      lastAtMs = atMs;
      return plain(atMs - nowMs + latencyMs);
    },
  };
}

/** Another limit for each kind of request. */
export function perKind(limits: Record<Kind, Limit>): Limit {
  return {
    arrive: (nowMs, kind) => limits[kind].arrive(nowMs, kind),
  };
}

/** So many requests in any time of that length. */
export function slidingWindow(latencyMs: number, requests: number, windowMs: number): Limit {
  const taken: number[] = [];
  return {
    arrive(nowMs) {
      while (taken.length > 0 && taken[0]! <= nowMs - windowMs) taken.shift();
      if (taken.length >= requests) return { retryAfterMs: taken[0]! + windowMs - nowMs };
      taken.push(nowMs);
      return plain(latencyMs);
    },
  };
}

/** So many requests at the same time. */
export function atOnce(latencyMs: number, places: number): Limit {
  let used = 0;
  return {
    arrive() {
      if (used >= places) return { retryAfterMs: latencyMs };
      used += 1;
      return plain(latencyMs);
    },
    leave: () => void (used -= 1),
  };
}

/** Takes all, but works on so many at the same time; the others wait inside. */
export function slowServer(latencyMs: number, places: number): Limit {
  const freeAtMs = new Array<number>(places).fill(0);
  return {
    arrive(nowMs) {
      const place = freeAtMs.indexOf(Math.min(...freeAtMs));
      freeAtMs[place] = Math.max(freeAtMs[place]!, nowMs) + latencyMs;
      return plain(freeAtMs[place]! - nowMs);
    },
  };
}

/** No limit at all: each so many-th creation meets a moment in which the service takes none. */
export function moments(latencyMs: number, each: number, retryAfterMs: number): Limit {
  let creations = 0;
  return {
    arrive(_nowMs, kind) {
      if (kind === 'create' && ++creations % each === 0) return { retryAfterMs };
      return plain(latencyMs);
    },
  };
}

/** One limit until a time, another from then on. */
export function changing(before: Limit, atMs: number, after: Limit): Limit {
  return {
    arrive: (nowMs, kind) => (nowMs < atMs ? before : after).arrive(nowMs, kind),
  };
}

/** The same limit by a clock that was at another time when the first request came. */
export const begunAt = (atMs: number, limit: Limit): Limit => ({
  arrive: (nowMs, kind) => limit.arrive(nowMs + atMs, kind),
  ...(limit.leave && { leave: () => limit.leave!() }),
});
