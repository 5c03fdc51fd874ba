import {
  atOnce,
  begunAt,
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

const minute = 60_000;
const hour = 60 * minute;

/**
 * Services on which no constant of the pacer was chosen: other limits, latencies, batches, numbers
 * of processes and seeds, and half of the latency on the way there. Whoever changes the pacer
 * because of them has to write others.
 */
export const heldOut: Scenario[] = (
  [
    { name: 'no limit, 90 ms latency', limit: () => unlimited(90), latencyMs: 90, items: 250 },
    {
      name: 'no limit, 1.2 s latency',
      limit: () => unlimited(1_200),
      latencyMs: 1_200,
      items: 800,
    },
    {
      name: '14/s, token bucket, 280 ms latency',
      limit: () => tokenBucket(280, 14),
      latencyMs: 280,
      items: 240,
    },
    {
      name: '45/s, token bucket of 9, no Retry-After',
      limit: () => tokenBucket(130, 45, 9),
      latencyMs: 130,
      items: 500,
      retryAfter: 'never',
    },
    { name: '8/s, token bucket of 40', limit: () => tokenBucket(200, 8, 40), items: 200 },
    {
      name: '30/s, fixed window, begun in its middle',
      limit: () => begunAt(400, fixedWindow(200, 30, 1_000)),
      items: 300,
    },
    {
      name: '12/s, sliding, 450 ms latency',
      limit: () => slidingWindow(450, 12, 1_000),
      latencyMs: 450,
      items: 200,
    },
    {
      name: '25/s, window from the first request, no Retry-After',
      limit: () => startedWindow(200, 25, 1_000),
      items: 350,
      retryAfter: 'never',
    },
    {
      name: '60 per 10 s, fixed window, begun in its middle',
      limit: () => begunAt(6_000, fixedWindow(200, 60, 10_000)),
      items: 300,
    },
    {
      name: '150 per 10 s, sliding, no Retry-After',
      limit: () => slidingWindow(150, 150, 10_000),
      latencyMs: 150,
      items: 450,
      retryAfter: 'never',
    },
    {
      name: '90/min, fixed window, begun in its middle',
      limit: () => begunAt(37_000, fixedWindow(200, 90, minute)),
      items: 240,
      budgetMs: 10 * minute,
    },
    {
      name: '300/min, sliding, Retry-After always 1',
      limit: () => slidingWindow(200, 300, minute),
      items: 700,
      retryAfter: 'always 1',
      budgetMs: 10 * minute,
    },
    {
      name: '200/min, window from the first request, 503 instead of 429',
      limit: () => startedWindow(200, 200, minute),
      items: 450,
      isClosing: true,
      budgetMs: 10 * minute,
    },
    {
      name: '2000/h, fixed window',
      limit: () => fixedWindow(200, 2_000, hour),
      items: 900,
      budgetMs: 3 * hour,
    },
    {
      name: '12 at once, no Retry-After',
      limit: () => atOnce(250, 12),
      latencyMs: 250,
      items: 400,
      retryAfter: 'never',
    },
    { name: '5 at once, 600 ms latency', limit: () => atOnce(600, 5), latencyMs: 600, items: 120 },
    {
      name: 'slow server, 40 places',
      limit: () => slowServer(240, 40),
      latencyMs: 240,
      items: 1_200,
    },
    { name: '35/s, queue of 15', limit: () => leakyQueue(200, 35, 15), items: 500 },
    {
      name: '10/s creating, 25/s looking, fixed windows',
      limit: () =>
        perKind({ create: fixedWindow(200, 10, 1_000), look: fixedWindow(200, 25, 1_000) }),
      items: 260,
    },
    {
      name: '40/s, then 15/s after 6 s, fixed windows',
      limit: () => changing(fixedWindow(200, 40, 1_000), 6_000, fixedWindow(200, 15, 1_000)),
      items: 450,
    },
    {
      name: '15/s, then no limit after 12 s',
      limit: () => changing(tokenBucket(200, 15), 12_000, unlimited(200)),
      items: 600,
    },
    {
      name: '20/s, fixed window, Retry-After twice as long',
      limit: () => fixedWindow(200, 20, 1_000),
      items: 300,
      retryAfter: 'twice as long',
    },
    {
      name: '24/s, fixed window, 3 processes',
      limit: () => fixedWindow(200, 24, 1_000),
      items: 720,
      processes: 3,
    },
    {
      name: '24/s, 3 processes, one after another, uneven work',
      limit: () => tokenBucket(200, 24),
      items: 900,
      processes: 3,
      apartMs: 4_000,
      moreWork: 2,
    },
    {
      name: '50/s, sliding, 10 processes, no Retry-After',
      limit: () => slidingWindow(200, 50, 1_000),
      items: 1_800,
      processes: 10,
      retryAfter: 'never',
    },
    {
      name: '30/s, 10 processes, one after another',
      limit: () => tokenBucket(200, 30),
      items: 1_500,
      processes: 10,
      apartMs: 1_000,
    },
    {
      name: '90/s, fixed window, 30 processes',
      limit: () => fixedWindow(200, 90, 1_000),
      items: 3_600,
      processes: 30,
    },
    {
      name: '16/s, 240 executions of one',
      limit: () => tokenBucket(200, 16),
      items: 240,
      itemApartMs: 15,
    },
  ] satisfies Scenario[]
).map((scenario, nth) => ({ outboundShare: 0.5, seed: 501 + nth, ...scenario }));

/** Seeds that the tuned scenarios were not tuned with. */
export const otherSeeds = Array.from({ length: 8 }, (_, n) => 601 + n);

/** Tuned scenarios in which chance decides most. */
export const spreadOver: Scenario[] = [
  ['20/s, token bucket', 200] as const,
  ['20/s, fixed window', 200] as const,
  ['10 at once', 200] as const,
  ['20/s, 3 processes', 600] as const,
  ['40/s, 10 processes', 2_000] as const,
  ['60/s, 30 processes', 3_600] as const,
].map(([name, items]) => scenarios.find((one) => one.name === name && one.items === items)!);
