/**
 * Delivers each order several times to a real n8n, at distances from 0 ms to the whole run, while
 * processes are killed, and counts what was paid for. With `--hours`, n8n's clock is set ahead while
 * it is down, as if it had been down for so long.
 *
 *   npm run orders -- deliveries --deliveries 10000 --workers 3 --kills 8 --hours 3
 */
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { openShop, readLedger, readTasks, startScene } from './scene.ts';

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '10000' },
    /** 0 for a single n8n. */
    workers: { type: 'string', default: '0' },
    kills: { type: 'string', default: '8' },
    /** How far n8n's clock is ahead at the end. */
    hours: { type: 'string', default: '0' },
    /** How many deliveries come in one call. */
    rows: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '60' },
    /** When to stop, however many are left. */
    minutes: { type: 'string', default: '60' },
  },
});
const deliveries = Number(values.deliveries);
const kills = Number(values.kills);
const hours = Number(values.hours);
const perCall = Number(values.rows);
const mostMs = Number(values.minutes) * 60_000;
const perOrder = 4;
const mostTries = 60;

/** Where in the run each delivery of an order comes: together, close by, or any time later. */
function plan(): string[] {
  const placed = Array.from({ length: deliveries / perOrder }, (_, order) => {
    const first = Math.random() * deliveries;
    const places = [
      () => first,
      () => first + Math.random() * 10,
      () => first + Math.random() * 500,
      () => Math.random() * deliveries,
    ];
    return Array.from({ length: perOrder }, (_, copy) => ({
      order: `order-${order}`,
      place: copy === 0 ? first : places[Math.floor(Math.random() * places.length)]!(),
    }));
  });
  return placed
    .flat()
    .toSorted((one, other) => one.place - other.place)
    .map(({ order }) => order);
}

/** A delivery, on n8n's clock. */
interface Delivery {
  order: string;
  /** Undefined where none came. */
  answer: Record<string, unknown> | undefined;
  sentMs: number;
}

const scene = await startScene(Number(values.workers));
try {
  // Who meets an order whose process was killed waits for it as long as a request may take.
  const keyed = { options: { orderKey: '={{ $json.prompt }}' } };
  const deliver = await openShop(scene, 'shop', keyed, { keeps: false });
  const orders = plan();
  const answers: Delivery[] = [];
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > mostMs;
  let hoursAhead = 0;
  const clock = () => Date.now() + hoursAhead * 3_600_000;
  /** Orders that were under way when something was killed: nobody may have noted their tasks. */
  const cutOff = new Set<string>();
  const underWay = new Map<string, number>();
  const killed: string[] = [];
  const killedAtMs: number[] = [];
  let begun = 0;
  let next = 0;
  let tries = 0;
  let down: Promise<void> = Promise.resolve();

  const kill = async (nth: number) => {
    const ahead = (hours * (nth + 1)) / kills;
    killedAtMs.push(Date.now());
    for (const order of underWay.keys()) cutOff.add(order);
    const what = await scene.kill(nth, ahead);
    for (const order of underWay.keys()) cutOff.add(order);
    if (what === 'n8n') hoursAhead = ahead;
    killed.push(what);
    await deliver.untilUp();
  };
  const attempt = async (called: string[]) => {
    tries += 1;
    for (const order of called) underWay.set(order, (underWay.get(order) ?? 0) + 1);
    const answer = await deliver({ rows: called.map((prompt) => ({ prompt })) });
    for (const order of called) {
      const left = underWay.get(order)! - 1;
      if (left === 0) underWay.delete(order);
      else underWay.set(order, left);
    }
    return answer;
  };
  const lane = async () => {
    while (next < orders.length && !isLate()) {
      const called = orders.slice(next, (next += perCall));
      const share = Math.max(next / orders.length, (performance.now() - startedAt) / mostMs);
      if (begun < kills && share * (kills + 1) >= begun + 1) {
        const nth = begun++;
        down = down.then(() => kill(nth));
      }
      const sentMs = clock();
      let answer: Awaited<ReturnType<typeof attempt>>;
      for (let left = mostTries; answer === undefined && left > 0; left--) {
        answer = await attempt(called);
        if (answer === undefined) await pause(1_000);
      }
      for (const [at, order] of called.entries())
        answers.push({ order, answer: answer?.[at], sentMs });
      if (answers.length % 1000 < perCall) console.log(`${answers.length} answered`);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, lane));
  await down;

  const ledger = await readLedger(scene);
  const wanted = [...new Set(answers.map(({ order }) => order))];
  const told = answers.map(({ order, answer }) => ({ order, answer: answer ?? {} }));
  const repeated = told.filter(({ answer }) => answer.orderedBefore === true);
  const nameless = repeated.filter(({ answer }) => answer.id === undefined);
  /** How long before the next kill the tasks were made whose IDs nobody knows. */
  const madeBeforeKillMs = (await readTasks(scene))
    .filter(({ prompt }) => nameless.some(({ order }) => order === prompt))
    .map(({ createdMs }) => Math.min(...killedAtMs.filter((at) => at >= createdMs)) - createdMs);
  const first = new Map<string, number>();
  const distances = answers
    .toSorted((one, other) => one.sentMs - other.sentMs)
    .flatMap(({ order, sentMs }) => {
      const since = first.get(order);
      if (since === undefined) first.set(order, sentMs);
      return since === undefined ? [] : [sentMs - since];
    });
  const within = (fromMs: number, toMs: number) =>
    distances.filter((distance) => distance >= fromMs && distance < toMs).length;
  console.log(
    JSON.stringify({
      workers: Number(values.workers),
      killed: Object.fromEntries(
        [...new Set(killed)].map((what) => [what, killed.filter((one) => one === what).length]),
      ),
      deliveries: answers.length,
      rowsPerCall: perCall,
      calls: tries,
      orders: wanted.length,
      paid: [...ledger.values()].flat().length,
      paidTwice: [...ledger.values()].filter((ids) => ids.length > 1).length,
      neverSent: wanted.filter((order) => !ledger.has(order)).length,
      orderedBefore: repeated.length,
      withId: repeated.length - nameless.length,
      // Nobody noted the task: the process that ordered it was killed before it could.
      withoutIdCutOff: nameless.filter(({ order }) => cutOff.has(order)).length,
      withoutIdOtherwise: nameless.filter(({ order }) => !cutOff.has(order)).length,
      ordersWithoutId: new Set(nameless.map(({ order }) => order)).size,
      ordersCutOff: cutOff.size,
      madeBeforeKillMs: madeBeforeKillMs.toSorted((one, other) => one - other),
      withAnotherId: told.filter(
        ({ order, answer }) =>
          answer.id !== undefined && !ledger.get(order)?.includes(`${answer.id}`),
      ).length,
      unanswered: answers.filter(({ answer }) => answer === undefined).length,
      // After the order's first delivery, on n8n's clock.
      distances: {
        underSecond: within(0, 1_000),
        underMinute: within(1_000, 60_000),
        underHour: within(60_000, 3_600_000),
        hours: within(3_600_000, Infinity),
        longestHours: Math.round(distances.reduce((a, b) => Math.max(a, b), 0) / 36_000) / 100,
      },
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }),
  );
} finally {
  await scene.stop();
}
