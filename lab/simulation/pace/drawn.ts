import { between, seededRandom } from '../../random.ts';
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
  type Limit,
} from './limits.ts';
import type { Scenario } from './measurePace.ts';
import type { RetryAfter } from './service.ts';

/** A limit and what it is called; how many it takes, and in what time. */
interface Drawn {
  name: string;
  limit: () => Limit;
  perSecond: number;
  /** What is taken at once before the rate counts. */
  atOnce: number;
}

const minute = 60_000;
const hour = 60 * minute;

const seedsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => first + n);

/** Whoever changes the pacer because of one that is held out has to take other seeds. */
export const drawnSeeds = { tuned: seedsFrom(10_001, 200), heldOut: seedsFrom(1, 200) };

/** A service and its users, drawn by chance: the same seed is the same scenario. */
export function drawScenario(seed: number): Scenario {
  const random = seededRandom(seed * 7_919);
  const chance = (share: number) => random() < share;
  const oneOf = <One>(...all: One[]): One => all[Math.floor(random() * all.length)]!;
  /** As often between 5 and 10 as between 50 and 100. */
  const even = (least: number, most: number) =>
    Math.round(Math.exp(between(random, Math.log(least), Math.log(most))));

  const latencyMs = even(80, 800);
  const retryAfter: RetryAfter = chance(0.7)
    ? 'seconds'
    : oneOf('never', 'never', 'always 1', 'twice as long');
  const processes = chance(0.7) ? 1 : oneOf(3, 10, 30);

  const windowOf = (requests: number, ms: number): Drawn => {
    const per = { [1_000]: 's', [2_000]: '2 s', [10_000]: '10 s', [minute]: 'min', [hour]: 'h' }[
      ms
    ];
    const name = `${requests}/${per}`;
    const drawn = { perSecond: (1_000 * requests) / ms, atOnce: requests };
    const fromMs = Math.floor(random() * ms);
    return oneOf<Drawn>(
      {
        name: `${name}, fixed`,
        limit: () => begunAt(fromMs, fixedWindow(latencyMs, requests, ms)),
        ...drawn,
      },
      { name: `${name}, sliding`, limit: () => slidingWindow(latencyMs, requests, ms), ...drawn },
      {
        name: `${name}, from the first`,
        limit: () => startedWindow(latencyMs, requests, ms),
        ...drawn,
      },
    );
  };
  const bySecond = (): Drawn => {
    const perSecond = even(6, 120) * Math.max(1, Math.sqrt(processes) / 2);
    const rate = Math.round(perSecond);
    const burst = chance(0.5) ? rate : Math.max(1, Math.round((rate * even(20, 500)) / 100));
    return oneOf<() => Drawn>(
      () => ({
        name: `${rate}/s, bucket of ${burst}`,
        limit: () => tokenBucket(latencyMs, rate, burst),
        perSecond: rate,
        atOnce: burst,
      }),
      () => windowOf(rate, 1_000),
      () => windowOf(rate, 1_000),
      () => windowOf(2 * rate, 2_000),
    )();
  };
  const byPeriod = (): Drawn =>
    oneOf(
      () => windowOf(even(40, 400), 10_000),
      () => windowOf(even(60, 600), minute),
      () => windowOf(even(800, 5_000), hour),
    )();
  const places = (): Drawn => {
    const most = even(5, 60);
    return chance(0.6)
      ? {
          name: `${most} at once`,
          limit: () => atOnce(latencyMs, most),
          perSecond: (1_000 * most) / latencyMs,
          atOnce: 0,
        }
      : {
          name: `slow, ${most} places`,
          limit: () => slowServer(latencyMs, most),
          perSecond: (1_000 * most) / latencyMs,
          atOnce: 0,
        };
  };
  const kinds = (): Drawn => {
    const create = bySecond();
    const look = bySecond();
    return {
      ...create,
      name: `creating ${create.name}; looking ${look.name}`,
      limit: () => perKind({ create: create.limit(), look: look.limit() }),
    };
  };
  const queue = (): Drawn => {
    const rate = even(10, 80);
    const places = even(8, 80);
    return {
      name: `${rate}/s, queue of ${places}`,
      limit: () => leakyQueue(latencyMs, rate, places),
      perSecond: rate,
      atOnce: places,
    };
  };
  const change = (): Drawn => {
    const before = bySecond();
    const after = bySecond();
    const atMs = even(3_000, 20_000);
    return {
      ...before,
      perSecond: Math.min(before.perSecond, after.perSecond),
      name: `${before.name}, after ${Math.round(atMs / 1_000)} s ${after.name}`,
      limit: () => changing(before.limit(), atMs, after.limit()),
    };
  };
  const none = (): Drawn => ({
    name: 'no limit',
    limit: () => unlimited(latencyMs),
    perSecond: 250,
    atOnce: 0,
  });

  const one =
    processes > 1
      ? oneOf(bySecond, bySecond, byPeriod)()
      : oneOf(
          none,
          bySecond,
          bySecond,
          bySecond,
          byPeriod,
          byPeriod,
          places,
          kinds,
          queue,
          change,
        )();
  const most = one.atOnce + one.perSecond * 90;
  const items = Math.round(
    Math.min(Math.max(even(100, 1_500), 60 * processes), Math.max(most, 60)),
  );
  const isApart = processes > 1 && chance(0.4);
  const apartMs = isApart ? even(500, 5_000) : 0;
  const moreWork = processes > 1 && chance(0.4) ? (processes === 3 ? 2 : 1.1) : 1;
  const itemApartMs = processes === 1 && chance(0.15) ? even(5, 30) : 0;
  const isClosing = chance(0.07);
  const also = [
    `${latencyMs} ms`,
    retryAfter !== 'seconds' && `Retry-After ${retryAfter}`,
    isClosing && '503',
    processes > 1 && `${processes} processes`,
    apartMs > 0 && `one after another, ${apartMs} ms`,
    moreWork > 1 && 'uneven work',
    itemApartMs > 0 && `one each ${itemApartMs} ms`,
  ].filter(Boolean);
  return {
    name: [one.name, ...also].join(', '),
    limit: one.limit,
    ...{ items, latencyMs, retryAfter, processes, apartMs, moreWork, itemApartMs, isClosing, seed },
    outboundShare: 0.5,
    budgetMs: 3 * hour,
  };
}
