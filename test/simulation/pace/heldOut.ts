import {
  atOnce,
  changing,
  fixedWindow,
  leakyQueue,
  perKind,
  slidingWindow,
  slowServer,
  startedWindow,
  tokenBucket,
  unlimited,
} from './limits.ts';
import type { Scenario } from './measurePace.ts';
import { scenarios } from './scenarios.ts';

const hour = 3_600_000;

/**
 * Services on which no constant of the pacer was chosen: other limits, latencies, batches, numbers
 * of processes and seeds. Whoever changes the pacer because of them has to write others.
 */
export const heldOut: Scenario[] = [
  { name: 'no limit', limit: () => unlimited(140), latencyMs: 140, items: 300, seed: 301 },
  {
    name: '27/s, token bucket, 320 ms latency',
    limit: () => tokenBucket(320, 27),
    latencyMs: 320,
    items: 260,
    seed: 302,
  },
  {
    name: '9/s, token bucket of 3',
    limit: () => tokenBucket(180, 9, 3),
    latencyMs: 180,
    items: 180,
    seed: 303,
  },
  {
    name: '70/s, token bucket of 300, no Retry-After',
    limit: () => tokenBucket(160, 70, 300),
    latencyMs: 160,
    items: 1_500,
    retryAfter: 'never',
    seed: 304,
  },
  {
    name: '33/s, fixed window',
    limit: () => fixedWindow(150, 33, 1_000),
    latencyMs: 150,
    items: 400,
    seed: 305,
  },
  {
    name: '15/s, window from the first request',
    limit: () => startedWindow(250, 15, 1_000),
    latencyMs: 250,
    items: 250,
    seed: 306,
  },
  {
    name: '80 per 10 s, window from the first request',
    limit: () => startedWindow(220, 80, 10_000),
    latencyMs: 220,
    items: 500,
    seed: 307,
  },
  {
    name: '180/min, fixed window',
    limit: () => fixedWindow(170, 180, 60_000),
    latencyMs: 170,
    items: 420,
    seed: 308,
  },
  {
    name: '240/min, sliding, no Retry-After',
    limit: () => slidingWindow(170, 240, 60_000),
    latencyMs: 170,
    items: 420,
    retryAfter: 'never',
    seed: 309,
  },
  {
    name: '1500/h, fixed window',
    limit: () => fixedWindow(200, 1_500, hour),
    items: 700,
    budgetMs: 3 * hour,
    seed: 310,
  },
  { name: '7 at once', limit: () => atOnce(400, 7), latencyMs: 400, items: 200, seed: 311 },
  {
    name: '30 at once, no Retry-After',
    limit: () => atOnce(300, 30),
    latencyMs: 300,
    items: 900,
    retryAfter: 'never',
    seed: 312,
  },
  {
    name: 'slow server, 18 places',
    limit: () => slowServer(170, 18),
    latencyMs: 170,
    items: 700,
    seed: 313,
  },
  { name: '25/s, queue of 40', limit: () => leakyQueue(200, 25, 40), items: 400, seed: 314 },
  {
    name: '6/s creating, 60/s looking',
    limit: () => perKind({ create: tokenBucket(200, 6), look: tokenBucket(200, 60) }),
    items: 220,
    seed: 315,
  },
  {
    name: '50/s, then 12/s after 5 s',
    limit: () => changing(tokenBucket(200, 50), 5_000, tokenBucket(200, 12)),
    items: 500,
    seed: 316,
  },
  {
    name: '12/s, then 50/s after 15 s',
    limit: () => changing(tokenBucket(200, 12), 15_000, tokenBucket(200, 50)),
    items: 800,
    seed: 317,
  },
  {
    name: '18/s, Retry-After always 1',
    limit: () => slidingWindow(200, 180, 10_000),
    items: 600,
    retryAfter: 'always 1',
    seed: 318,
  },
  {
    name: '25/s, Retry-After twice as long',
    limit: () => tokenBucket(200, 25),
    items: 400,
    retryAfter: 'twice as long',
    seed: 319,
  },
  {
    name: '30/s, 3 processes, one after another',
    limit: () => tokenBucket(200, 30),
    items: 1_200,
    processes: 3,
    apartMs: 4_000,
    seed: 320,
  },
  {
    name: '40/s, fixed window, 10 processes',
    limit: () => fixedWindow(200, 40, 1_000),
    items: 1_600,
    processes: 10,
    moreWork: 1.15,
    seed: 321,
  },
  {
    name: '50/s, 30 processes, no Retry-After',
    limit: () => tokenBucket(200, 50),
    items: 3_000,
    processes: 30,
    retryAfter: 'never',
    seed: 322,
  },
];

/** Seeds that the tuned scenarios were not tuned with. */
export const otherSeeds = Array.from({ length: 12 }, (_, n) => 401 + n);

/** Tuned scenarios in which chance decides most. */
export const spreadOver: Scenario[] = [
  ['20/s, token bucket', 200] as const,
  ['20/s, token bucket, no Retry-After', 200] as const,
  ['20/s, fixed window', 200] as const,
  ['10 at once', 200] as const,
  ['20/s, 3 processes', 600] as const,
].map(([name, items]) => scenarios.find((one) => one.name === name && one.items === items)!);
