import { waitFor } from '../../playground/index.ts';
import { countOpen, listExecutions } from '../executions.ts';
import type { Case } from './cases.ts';
import { promptTaking } from './service/tasks.ts';
import type { Service } from './service/startService.ts';
import { useNewAccount, type Rig } from './startRig.ts';
import { cpuSeconds, forgetPeak, residentMegabytes } from './usage.ts';
import { homePath, type Contender } from './workflows.ts';

/** What came of a case. Seconds are counted from the call that starts the first execution. */
export interface Played {
  firstOrderSeconds: number;
  lastOrderSeconds: number;
  /** Until the last video has come to the end of its workflow, or nothing runs any more. */
  wallSeconds: number;
  /** How long after its end a video came to the end of its workflow; the last one of all for rows. */
  noticedSeconds: number;
  cpuSeconds: number;
  /** The most memory that n8n took above what it had before. */
  peakMegabytes: number;
  requests: number;
  refusedPercent: number;
  charged: number;
  delivered: number;
}

const timeoutMs = 15 * 60_000;
// Each look at the list costs n8n a moment.
const pollMs = 500;

/** Plays a case with one contender, until all of its executions have ended, well or not. */
export async function play(rig: Rig, one: Case, contender: Contender): Promise<Played> {
  const { n8n, client, service } = rig;
  const { executions, rows, videoSeconds, service: settings } = one;
  service.reset(settings);
  await useNewAccount(rig);
  const memoryBefore = residentMegabytes(n8n.pid).now;
  forgetPeak(n8n.pid);
  const cpuBefore = cpuSeconds(n8n.pid);
  const startMs = Date.now();
  const prompts = Array.from({ length: rows }, () => promptTaking(videoSeconds));
  for (let index = 0; index < executions; index++) await start(rig, contender, prompts);
  const isOver = async () => (await countOpen(client, contender)) === 0 || undefined;
  await waitFor(isOver, timeoutMs, () => new Error(`${contender} has not ended`), pollMs);
  const usage = {
    cpuSeconds: cpuSeconds(n8n.pid) - cpuBefore,
    peakMegabytes: residentMegabytes(n8n.pid).peak - memoryBefore,
  };
  await forgetExecutions(rig, contender);
  return { ...count(service, one, startMs), ...usage };
}

function count({ requests, tasks }: Service, one: Case, startMs: number) {
  const isHome = ({ path }: { path: string }) => path.startsWith(homePath);
  const homes = requests.filter(isHome);
  const toService = requests.filter((request) => !isHome(request));
  const refused = toService.filter(({ httpStatus }) => httpStatus === 429).length;
  const created = [...tasks.values()].map(({ createdAtMs }) => createdAtMs);
  const seconds = (atMs: number) => (atMs - startMs) / 1000;
  const lastMs = Math.max(startMs, ...requests.map(({ arrivedAtMs }) => arrivedAtMs));
  return {
    firstOrderSeconds: seconds(toService[0]?.arrivedAtMs ?? NaN),
    lastOrderSeconds: seconds(Math.max(...created)),
    wallSeconds: seconds(homes.at(-1)?.arrivedAtMs ?? lastMs),
    noticedSeconds: noticed(
      [...tasks.values()].map(({ finishesAtMs }) => finishesAtMs),
      homes.map(({ arrivedAtMs }) => arrivedAtMs),
      one.executions > 1,
    ),
    requests: toService.length,
    refusedPercent: (100 * refused) / toService.length,
    charged: tasks.size,
    delivered: homes.reduce((sum, { path }) => sum + Number(path.slice(homePath.length)), 0),
  };
}

/** In the order of their ends: which execution had which video makes no difference to the median. */
function noticed(ends: number[], homes: number[], isEach: boolean): number {
  const byTime = (a: number, b: number) => a - b;
  if (!isEach) return (Math.max(...homes) - Math.max(...ends)) / 1000;
  const sorted = ends.sort(byTime);
  const waits = homes.sort(byTime).map((homeMs, index) => (homeMs - sorted[index]!) / 1000);
  return waits.sort(byTime)[Math.floor(waits.length / 2)] ?? NaN;
}

async function start({ n8n }: Rig, contender: Contender, prompts: string[]): Promise<void> {
  const answer = await fetch(`${n8n.url}/webhook/${contender}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: prompts.map((prompt) => ({ prompt })) }),
  });
  if (!answer.ok) throw new Error(`n8n answered ${answer.status}: ${await answer.text()}`);
}

/** Large executions would burden n8n's database from then on. */
async function forgetExecutions({ client }: Rig, contender: Contender): Promise<void> {
  const ids = (await listExecutions(client, contender)).map(({ id }) => id);
  await client.post('/rest/executions/delete', { ids });
}
