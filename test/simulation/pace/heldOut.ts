import {
  atOnce,
  changing,
  fixedWindow,
  slidingWindow,
  slowServer,
  tokenBucket,
  unlimited,
} from './limits.ts';
import type { Scenario } from './measurePace.ts';
import { scenarios } from './scenarios.ts';

/**
 * Services on which no constant of the pacer was chosen: other limits, latencies, batches, numbers
 * of processes and seeds. Whoever changes the pacer because of them has to write others.
 */
export const heldOut: Scenario[] = [
  {
    name: 'no limit, 90 ms latency',
    limit: () => unlimited(90),
    latencyMs: 90,
    items: 400,
    seed: 101,
  },
  {
    name: 'no limit, 600 ms latency',
    limit: () => unlimited(600),
    latencyMs: 600,
    items: 700,
    seed: 102,
  },
  {
    name: '7/s, token bucket, 350 ms latency',
    limit: () => tokenBucket(350, 7),
    latencyMs: 350,
    items: 150,
    seed: 103,
  },
  {
    name: '35/s, token bucket of 10',
    limit: () => tokenBucket(150, 35, 10),
    latencyMs: 150,
    items: 500,
    seed: 104,
  },
  {
    name: '150/s, token bucket, no Retry-After',
    limit: () => tokenBucket(250, 150),
    latencyMs: 250,
    items: 2_000,
    retryAfter: 'never',
    seed: 105,
  },
  {
    name: '50 per 10 s, fixed window',
    limit: () => fixedWindow(300, 50, 10_000),
    latencyMs: 300,
    items: 300,
    seed: 106,
  },
  {
    name: '300/min, sliding',
    limit: () => slidingWindow(150, 300, 60_000),
    latencyMs: 150,
    items: 500,
    seed: 107,
  },
  { name: '6 at once', limit: () => atOnce(500, 6), latencyMs: 500, items: 150, seed: 108 },
  {
    name: '40 at once, no Retry-After',
    limit: () => atOnce(250, 40),
    latencyMs: 250,
    items: 1_000,
    retryAfter: 'never',
    seed: 109,
  },
  {
    name: 'slow server, 25 places',
    limit: () => slowServer(120, 25),
    latencyMs: 120,
    items: 800,
    seed: 110,
  },
  {
    name: '60/s, then 15/s after 6 s',
    limit: () => changing(tokenBucket(250, 60), 6_000, tokenBucket(250, 15)),
    latencyMs: 250,
    items: 600,
    seed: 111,
  },
  {
    name: '15/s, then 60/s after 15 s',
    limit: () => changing(tokenBucket(250, 15), 15_000, tokenBucket(250, 60)),
    latencyMs: 250,
    items: 600,
    seed: 112,
  },
  {
    name: '30/s, 2 processes',
    limit: () => tokenBucket(250, 30),
    latencyMs: 250,
    items: 600,
    processes: 2,
    seed: 113,
  },
  {
    name: '12/s, 4 processes, no Retry-After',
    limit: () => tokenBucket(250, 12),
    latencyMs: 250,
    items: 480,
    processes: 4,
    retryAfter: 'never',
    seed: 114,
  },
];

/** Seeds that the tuned scenarios were not tuned with. */
export const otherSeeds = Array.from({ length: 12 }, (_, n) => 201 + n);

/** Tuned scenarios in which chance decides most. */
export const spreadOver: Scenario[] = [
  ['20/s, token bucket', 200] as const,
  ['20/s, token bucket, no Retry-After', 200] as const,
  ['20/s, fixed window', 200] as const,
  ['10 at once', 200] as const,
  ['20/s, 3 processes', 600] as const,
].map(([name, items]) => scenarios.find((one) => one.name === name && one.items === items)!);
