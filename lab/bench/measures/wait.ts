import { didRun, forgetExecution, install, itemsAt, lastRun, runAll } from '../n8n/runs.ts';
import { useNewAccount, type Rig } from '../n8n/startRig.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import { promptTaking } from '../service/taskBook.ts';
import { median } from '../statistics/summarize.ts';
import { alternate, type Measure } from './measure.ts';

const latencyMs = 200;

/** How long the tasks of a batch take, in seconds, evenly spread. */
interface Times {
  shortest: number;
  longest: number;
}

const short: Times = { shortest: 6, longest: 15 };
const middling: Times = { shortest: 20, longest: 40 };
// The last ones must still run when all are created.
const long: Times = { shortest: 40, longest: 80 };

const spread = (count: number, { shortest, longest }: Times) =>
  Array.from({ length: count }, (_, index) =>
    promptTaking(shortest + ((index + 1) / count) * (longest - shortest)),
  );

/** How much longer a wait takes than the slowest of its tasks, for 1, 200 and 1,000 items. */
export const wait: Measure = {
  name: 'wait',
  runs: 2,
  seconds: { start: 2, run: 185 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    await installBoth(bench);
    return await alternate(runs, {
      own1: () => measure(bench, 'wait-own', 1, short),
      byHand1: () => measure(bench, 'wait-by-hand', 1, short),
      own200: () => measure(bench, 'wait-own', size(200), short),
      byHand200: () => measure(bench, 'wait-by-hand', size(200), short),
      own1000: () => measure(bench, 'wait-own', size(1000), middling),
      byHand1000: () => measure(bench, 'wait-by-hand', size(1000), middling),
    });
  },
};

/** The same with 5,000 items. */
export const wait5000: Measure = {
  name: 'wait-5000',
  runs: 1,
  seconds: { start: 5, run: 330 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    await installBoth(bench);
    return await alternate(runs, {
      own: () => measure(bench, 'wait-own', size(5000), long),
      byHand: () => measure(bench, 'wait-by-hand', size(5000), long),
    });
  },
};

async function installBoth(rig: Rig): Promise<void> {
  const steps = [createVideo(rig.credentials), waitForVideo(rig.credentials)];
  await install(rig, onWebhook('wait-own', steps));
  await install(rig, loopByHand('wait-by-hand', rig));
}

async function measure(rig: Rig, workflowId: string, count: number, times: Times) {
  const { service } = rig;
  service.reset({ latencyMs });
  await useNewAccount([rig]);
  const prompts = spread(count, times);
  const [execution] = await runAll(rig, workflowId, [prompts], { mayFail: count > 1000 });
  const tasks = [...service.book.tasks.values()];
  const slowestAtMs = Math.max(...tasks.map(({ finishesAtMs }) => finishesAtMs));
  const queries = tasks.reduce((sum, task) => sum + task.queries, 0);
  const values = {
    ...(didRun(execution!, doneNode) && {
      overSeconds: (lastRun(execution!, doneNode).startMs - slowestAtMs) / 1000,
    }),
    noticedSeconds: noticedSeconds(service),
    delivered: itemsAt(execution!, doneNode).length,
    queriesPerTask: queries / count,
  };
  await forgetExecution(rig.client, execution!.id);
  return values;
}

/** How long behind its completion a look told of a task: the median of those that a look told of. */
function noticedSeconds({ book, requests }: Rig['service']): number {
  const told = new Map<string, number>();
  for (const { method, path, answeredAtMs } of requests) {
    const task = method === 'GET' ? book.tasks.get(path.split('/').at(-1)!) : undefined;
    const isBehind = task !== undefined && answeredAtMs >= task.finishesAtMs;
    if (isBehind && !told.has(task.id)) told.set(task.id, answeredAtMs - task.finishesAtMs);
  }
  return median([...told.values()]) / 1000;
}
