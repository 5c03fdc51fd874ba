/**
 * Ends a real n8n while executions sleep in it, leaves it down, starts it again, and tells who came
 * home, and when.
 *
 *   npm run restart -- --executions 100 --end kill --down 100 [--accounts 2]
 *   npm run restart -- --executions 20 --settle 0    killed at once: they are home within 20 minutes
 *   npm run restart -- --table restart.json --times 3 --thousand    all cases
 *   npm run restart -- --executions 1000 --end kill --wait-node     n8n's own Wait node, to compare
 *
 * With --lone, lets one execution sleep for some minutes, and tells how often n8n stores it, and how much:
 *
 *   npm run restart -- --lone 10
 *
 * With --batch, ends it while it orders a table, and tells what was paid twice, lost, or is unknown:
 *
 *   npm run restart -- --batch --rows 60 --rate 2 --end kill --at 3,9,20 --times 3
 *   npm run restart -- --batch --rows 80 --rate 1 --end stop --at 5,8,15 --keys [--limit 80]
 *   npm run restart -- --batch --rows 5 --rate 0 --end kill --at 1 --singles    each row on its own
 *   npm run restart -- --batch --rows 60 --rate 2 --end kill --at 9 --queue all    three workers
 *   npm run restart -- --batch --rows 60 --rate 2 --end kill --at 9 --queue workers    the others go on
 *
 * With --deliveries, kills it while senders deliver keyed orders, each of them several times:
 *
 *   npm run restart -- --deliveries 10000 --orders 2500 --kills 3 [--queue all] [--seed 1]
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packRoot } from '../../playground/index.ts';
import { exitOnSignal } from '../exitOnSignal.ts';
import { startQueuePlace, startSinglePlace } from './batchPlace.ts';
import { playBatches } from './batches.ts';
import { playDeliveries } from './playDeliveries.ts';
import { playLone } from './playLone.ts';
import { playRestart, type Case, type Played } from './playRestart.ts';
import { makeTurns } from './turns.ts';

const { values } = parseArgs({
  options: {
    executions: { type: 'string', default: '100' },
    end: { type: 'string', default: 'kill' },
    down: { type: 'string', default: '5' },
    'wait-node': { type: 'boolean', default: false },
    times: { type: 'string', default: '1' },
    thousand: { type: 'boolean', default: false },
    table: { type: 'string' },
    batch: { type: 'boolean', default: false },
    rows: { type: 'string', default: '60' },
    rate: { type: 'string', default: '2' },
    at: { type: 'string', default: '3,9,20' },
    keys: { type: 'boolean', default: false },
    limit: { type: 'string', default: '0' },
    singles: { type: 'boolean', default: false },
    accounts: { type: 'string', default: '1' },
    settle: { type: 'string', default: '35' },
    queue: { type: 'string' },
    lone: { type: 'string' },
    deliveries: { type: 'string' },
    orders: { type: 'string', default: '2500' },
    kills: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
  },
});

const repeat = <T>(times: number, item: T): T[] => Array.from({ length: times }, () => item);

const times = Number(values.times);

/** The cases of the table, those that are down the longest first: the others fit in meanwhile. */
const casesOfTable = (): Case[] => [
  ...[900, 100, 5].flatMap((downSeconds) =>
    repeat(times, downSeconds).flatMap(() => [
      { executions: 100, end: 'stop' as const, downSeconds },
      { executions: 100, end: 'kill' as const, downSeconds },
    ]),
  ),
  ...(values.thousand ? [{ executions: 1_000, end: 'kill' as const, downSeconds: 100 }] : []),
];

const cases = values.table
  ? casesOfTable()
  : repeat(times, {
      executions: Number(values.executions),
      end: values.end === 'stop' ? ('stop' as const) : ('kill' as const),
      downSeconds: Number(values.down),
      isWaitNode: values['wait-node'],
      accounts: Number(values.accounts),
      settleSeconds: Number(values.settle),
    });

exitOnSignal();
// Packed once: it may be built anew meanwhile.
const folder = await mkdtemp(join(tmpdir(), 'video-generation-packed-'));
const packed = await packRoot(folder);
if (values.lone) console.log(JSON.stringify(await playLone(Number(values.lone), packed)));
else if (values.deliveries) await deliver(Number(values.deliveries));
else if (values.batch) await playBatches(values, packed);
else await playCases();
await rm(folder, { recursive: true, force: true });

async function deliver(deliveries: number): Promise<void> {
  const orders = Number(values.orders);
  const chosen = { deliveries, orders, kills: Number(values.kills), seed: Number(values.seed) };
  const start = () => (values.queue ? startQueuePlace(false) : startSinglePlace(packed));
  console.log(JSON.stringify(await playDeliveries(chosen, start)));
}

async function playCases(): Promise<void> {
  const takeTurns = makeTurns(1);
  const results: Played[] = [];
  const keep = async (played: Played) => {
    results.push(played);
    console.log(JSON.stringify(played));
    if (values.table) await writeFile(values.table, `${JSON.stringify(results, null, 1)}\n`);
  };
  const played = cases.map(async (one) => {
    await playRestart(one, packed, takeTurns()).then(keep, (error: unknown) => {
      console.error(JSON.stringify(one), error);
      process.exitCode = 1;
    });
  });
  await Promise.all(played);
}
