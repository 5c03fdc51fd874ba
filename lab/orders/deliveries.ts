/**
 * Delivers each order several times to a real n8n, at distances from 0 ms to the whole run, while
 * processes are killed, and counts what was paid for.
 *
 *   npm run orders -- deliveries --deliveries 10000 --workers 3 --kills 6
 */
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { openShop, readLedger, startScene, type Answer } from './scene.ts';

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '10000' },
    /** 0 for a single n8n. */
    workers: { type: 'string', default: '0' },
    kills: { type: 'string', default: '6' },
    'at-once': { type: 'string', default: '60' },
    /** When to stop, however many are left. */
    minutes: { type: 'string', default: '60' },
  },
});
const deliveries = Number(values.deliveries);
const kills = Number(values.kills);
const mostMs = Number(values.minutes) * 60_000;
const perOrder = 4;
const mostTries = 40;

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

const scene = await startScene(Number(values.workers));
try {
  const deliver = await openShop(scene, 'shop', { options: { orderKey: '={{ $json.prompt }}' } });
  const orders = plan();
  const answers: Array<{ order: string; answer: Answer }> = [];
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > mostMs;
  let killed = 0;
  let next = 0;
  let tries = 0;
  let down: Promise<void> = Promise.resolve();
  const lane = async () => {
    for (let at = next++; at < orders.length && !isLate(); at = next++) {
      const share = Math.max(at / orders.length, (performance.now() - startedAt) / mostMs);
      if (killed < kills && share * (kills + 1) >= killed + 1) {
        const nth = killed++;
        down = down.then(() => scene.kill(nth));
      }
      let answer: Answer;
      for (let left = mostTries; answer === undefined && left > 0; left--) {
        tries += 1;
        answer = await deliver({ rows: [{ prompt: orders[at] }] });
        if (answer === undefined) await pause(500);
      }
      answers.push({ order: orders[at]!, answer });
      if (answers.length % 1000 === 0) console.log(`${answers.length} answered`);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, lane));
  await down;
  const ledger = await readLedger(scene);
  const wanted = [...new Set(answers.map(({ order }) => order))];
  const told = answers.map(({ order, answer }) => ({ order, answer: answer ?? {} }));
  const repeated = told.filter(({ answer }) => answer.orderedBefore === true);
  console.log(
    JSON.stringify({
      workers: Number(values.workers),
      kills: killed,
      deliveries: answers.length,
      tries,
      orders: wanted.length,
      paid: [...ledger.values()].flat().length,
      paidTwice: [...ledger.values()].filter((ids) => ids.length > 1).length,
      neverSent: wanted.filter((order) => !ledger.has(order)).length,
      orderedBefore: repeated.length,
      withId: repeated.filter(({ answer }) => answer.id !== undefined).length,
      withAnotherId: told.filter(
        ({ order, answer }) =>
          answer.id !== undefined && !ledger.get(order)?.includes(`${answer.id}`),
      ).length,
      unanswered: answers.filter(({ answer }) => answer === undefined).length,
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }),
  );
} finally {
  await scene.stop();
}
