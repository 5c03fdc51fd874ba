import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../playground/index.ts';
import { exitOnSignal } from '../exitOnSignal.ts';
import { isHeld, tally, tellTally, type MadeTask, type Outcome } from './count.ts';
import { placeOrders } from './customers.ts';
import { readOptions } from './options.ts';
import type { Place } from './place/place.ts';
import { startQueue } from './place/queue.ts';
import { startSingle } from './place/single.ts';
import { between, seededRandom } from '../random.ts';
import { buildPerson } from './shape/person.ts';
import { buildPipeline } from './shape/pipeline.ts';
import { buildRecover } from './shape/recover.ts';
import type { Shape } from './shape/shape.ts';

const overAfterMs = 26 * 60_000;
/** Outcomes have to stay the same for so long, as what is late may still come. */
const calmMs = 15_000;
/**
 * What does not add up is given longer. So is what n8n has not ended: whoever fell asleep just before
 * a kill is home within 20 minutes.
 */
const longerMs = { missing: 90_000, underWay: 21 * 60_000 };

const options = readOptions(process.argv.slice(2));
const { seed, orders, kills, settleSeconds } = options;
// One for each of those that draw side by side, so that a seed gives the same times again.
const random = seededRandom(seed);
const randomOfKills = seededRandom(seed + 1_000_000);

const lost = options.callbackTries === 0 ? ' sandbox:callback-lost' : '';
const slow = options.createSeconds
  ? ` sandbox:latency@createVideo=${options.createSeconds * 1_000}`
  : '';
const prompts = Array.from(
  { length: orders },
  (_, n) =>
    `Chaos ${seed} order ${n + 1} sandbox:takes=${Math.round(between(random, 15, 60))}${lost}${slow} here.`,
);

const build = async (place: Place): Promise<Shape> => {
  if (options.shape === 'pipeline') return await buildPipeline(place);
  if (options.shape === 'person') return await buildPerson(place, options.saveProgress);
  // A pass costs n8n the more the more executions there are.
  return await buildRecover(place, Math.max(5, Math.round(orders / 25)), async () =>
    (await readTasks(place)).map(({ prompt }) => prompt),
  );
};

async function readTasks({ sandbox }: Place): Promise<MadeTask[]> {
  const answer = await fetch(`${sandbox.url}/admin/tasks?limit=10000`);
  return (await answer.json()) as MadeTask[];
}

async function killAtRandom(place: Place): Promise<void> {
  for (let n = 1; n <= kills; n++) {
    const afterMs = settleSeconds * 1_000 + between(randomOfKills, 2_000, 20_000);
    await sleep(afterMs);
    const killed = await place.kill(randomOfKills);
    console.log(`kill ${n} of ${kills}: ${killed}, after ${Math.round(afterMs / 100) / 10} s`);
  }
  await place.untilUp();
}

async function untilOver(place: Place, shape: Shape, sent: string[]): Promise<Outcome> {
  let last: Outcome | undefined;
  let sinceMs = Date.now();
  try {
    return await waitFor(
      async () => {
        const outcome = await shape.read().catch(() => undefined);
        if (JSON.stringify(outcome) !== JSON.stringify(last)) sinceMs = Date.now();
        last = outcome ?? last;
        if (outcome === undefined) return undefined;
        const isComplete = isHeld(tally(sent, await readTasks(place), outcome));
        const enoughMs =
          outcome.underWay > 0 ? longerMs.underWay : isComplete ? calmMs : longerMs.missing;
        return Date.now() - sinceMs > enoughMs ? outcome : undefined;
      },
      overAfterMs,
      () => new Error('Some orders are still under way'),
      orders > 100 ? 5_000 : 2_000,
    );
  } catch (error) {
    console.log(String(error));
    return last ?? { delivered: [], resumedByPerson: [], told: [], underWay: 0 };
  }
}

exitOnSignal();

const sandboxArgs = [
  ...['--renderer', 'instant', '--log-level', 'warn'],
  ...['--callback-tries', String(Math.max(1, options.callbackTries))],
];
const place = await (options.queue
  ? startQueue(sandboxArgs)
  : startSingle(sandboxArgs, options.atOnce));
try {
  const shape = await build(place);
  const [sent] = await Promise.all([
    placeOrders(place.webhookUrl, shape, prompts, random),
    killAtRandom(place),
  ]);
  const outcome = await untilOver(place, shape, sent);
  const tasks = await readTasks(place);
  const counted = tally(sent, tasks, outcome);
  const unmade = outcome.told.filter(
    ({ prompt }) => prompt && !tasks.some((task) => task.prompt === prompt),
  );
  for (const { prompt, reason } of unmade)
    console.log(`told of, but the service had not made it: ${prompt} ${reason}`);
  const explain = async (what: string, order: string) => {
    const known = await shape.explain(order).catch(String);
    console.log(`${what}: ${order}\n${known.replaceAll(/^/gm, '  ')}`);
  };
  for (const order of counted.vanished) await explain('neither delivered nor told of', order);
  for (const order of counted.deliveredTwice) await explain('delivered more than once', order);
  console.log(
    `orders ${orders}, kills ${kills}, seed ${seed}, ${options.shape}, ${options.queue ? 'queue mode' : 'one process'}, callbacks sent at most ${options.callbackTries} times, ${options.createSeconds} s to create`,
  );
  if (outcome.how) console.log(outcome.how);
  if (outcome.underWay > 0) console.log(`still under way: ${outcome.underWay}`);
  if (counted.deliveredTwice.length > 0)
    console.log(`delivered more than once: ${counted.deliveredTwice.length}`);
  console.log(tellTally(counted));
  if (!isHeld(counted)) process.exitCode = 1;
} finally {
  await place.stop();
}
