import {
  atOnce,
  changing,
  fixedWindow,
  slidingWindow,
  slowServer,
  tokenBucket,
  unlimited,
} from './limits.ts';
import { usualLatencyMs as usual, type Scenario } from './measurePace.ts';

const bucket = (perSecond: number, burst?: number) => () => tokenBucket(usual, perSecond, burst);

export const scenarios: Scenario[] = [
  { name: 'no limit', limit: () => unlimited(usual), items: 200 },
  { name: 'no limit', limit: () => unlimited(usual), items: 1000 },
  { name: 'no limit, 2 s latency', limit: () => unlimited(2000), items: 1000, latencyMs: 2000 },
  { name: '20/s, token bucket', limit: bucket(20), items: 200 },
  {
    name: '20/s, token bucket, no Retry-After',
    limit: bucket(20),
    items: 200,
    retryAfter: 'never',
  },
  { name: '20/s, token bucket', limit: bucket(20), items: 1000 },
  { name: '20/s, token bucket of 5', limit: bucket(20, 5), items: 200 },
  { name: '100/s, token bucket', limit: bucket(100), items: 1000 },
  { name: '20/s, fixed window', limit: () => fixedWindow(usual, 20, 1000), items: 200 },
  {
    name: '20/s, fixed window, no Retry-After',
    limit: () => fixedWindow(usual, 20, 1000),
    items: 200,
    retryAfter: 'never',
  },
  { name: '120/min, fixed window', limit: () => fixedWindow(usual, 120, 60_000), items: 200 },
  { name: '120/min, sliding', limit: () => slidingWindow(usual, 120, 60_000), items: 200 },
  {
    name: '120/min, sliding, no Retry-After',
    limit: () => slidingWindow(usual, 120, 60_000),
    items: 200,
    retryAfter: 'never',
  },
  { name: '10 at once', limit: () => atOnce(usual, 10), items: 200 },
  {
    name: '10 at once, no Retry-After',
    limit: () => atOnce(usual, 10),
    items: 1000,
    retryAfter: 'never',
  },
  { name: 'slow server, 10 places', limit: () => slowServer(usual, 10), items: 1000 },
  {
    name: '20/s, then 100/s after 20 s',
    limit: () => changing(tokenBucket(usual, 20), 20_000, tokenBucket(usual, 100)),
    items: 1000,
  },
  {
    name: '100/s, then 20/s after 5 s',
    limit: () => changing(tokenBucket(usual, 100), 5_000, tokenBucket(usual, 20)),
    items: 1000,
  },
  { name: '20/s, 3 processes', limit: bucket(20), items: 600, processes: 3 },
  {
    name: '20/s, 3 processes, no Retry-After',
    limit: bucket(20),
    items: 600,
    processes: 3,
    retryAfter: 'never',
  },
  {
    name: '20/s, fixed window, 3 processes',
    limit: () => fixedWindow(usual, 20, 1000),
    items: 600,
    processes: 3,
  },
];
