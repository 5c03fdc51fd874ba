import { countAsleep, install, trigger } from '../n8n/runs.ts';
import { startRig, type Rig } from '../n8n/startRig.ts';
import { veoVideo } from '../n8n/workflows/veo.ts';
import { createByHand } from '../n8n/workflows/httpRequests.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { awake, createVideo, waitCalled, waitForVideo } from '../n8n/workflows/own.ts';
import { onWebhook } from '../n8n/workflows/start.ts';
import { untilCalled } from '../n8n/workflows/untilCalled.ts';
import { inspectable, openInspector, type Inspector } from '../process/inspector.ts';
import { residentMegabytes } from '../process/usage.ts';
import type { Sample } from '../results/result.ts';
import { promptTaking } from '../service/taskBook.ts';
import type { Workflow } from '../../../playground/index.ts';
import { runNumbers, type Bench, type Measure } from './measure.ts';
import { untilTrue } from './untilTrue.ts';

const hour = 3600;
const warmUp = 20;
/** Executions that are added in each run. */
const asleepStep = 100;
// Running ones occupy the processor with their looks, so there are fewer of them.
const runningStep = 40;
const startedAtOnce = 10;

interface Contender {
  workflow: (rig: Rig) => Workflow;
  sleeps: boolean;
}

const id = 'memory';

const contenders: Record<string, Contender> = {
  ownAsleep: {
    workflow: ({ credentials }) => waitCalled(id, credentials),
    sleeps: true,
  },
  byHandAsleep: {
    workflow: (rig) => onWebhook(id, [createByHand(rig, '$execution.resumeUrl'), untilCalled(id)]),
    sleeps: true,
  },
  ownAwake: {
    workflow: ({ credentials }) =>
      onWebhook(id, [createVideo(credentials), waitForVideo(credentials, awake)]),
    sleeps: false,
  },
  byHand: { workflow: (rig) => loopByHand(id, rig), sleeps: false },
  veo: {
    workflow: ({ credentials }) => onWebhook(id, [veoVideo(credentials)]),
    sleeps: false,
  },
};

/**
 * Memory of n8n per waiting execution. Each contender gets a fresh n8n, to which executions are
 * added run by run; each run tells by how much the memory grew.
 */
export const memory: Measure = {
  name: 'memory',
  runs: 3,
  seconds: { start: 90, run: 75 },
  async take({ runs, size }) {
    const samples: Sample[] = [];
    for (const [contender, { workflow, sleeps }] of Object.entries(contenders)) {
      const rig = await startRig(inspectable);
      try {
        const inspector = await openInspector(rig.n8n.logFile);
        await install(rig, workflow(rig));
        samples.push(...(await grow(rig, inspector, contender, sleeps, size, runs)));
        inspector.close();
      } finally {
        // Its executions would keep it from ending by itself.
        await rig.n8n.kill();
        await rig.stop();
      }
    }
    return samples;
  },
};

async function grow(
  rig: Rig,
  inspector: Inspector,
  contender: string,
  sleeps: boolean,
  size: Bench['size'],
  runs: number,
): Promise<Sample[]> {
  const step = size(sleeps ? asleepStep : runningStep);
  rig.service.reset();
  await startMore(rig, warmUp, sleeps);
  let before = await look(rig, inspector);
  const samples: Sample[] = [];
  for (const run of runNumbers(runs)) {
    await startMore(rig, step, sleeps);
    const after = await look(rig, inspector);
    const values = {
      residentKilobytes: ((after.resident - before.resident) * 1000) / step,
      heapKilobytes: ((after.heap - before.heap) * 1000) / step,
      waiting: rig.service.book.tasks.size,
      residentMegabytes: after.resident,
    };
    console.log(`  run ${run}, ${contender}: ${JSON.stringify(values)}`);
    samples.push({ run, contender, values });
    before = after;
  }
  return samples;
}

async function startMore(rig: Rig, count: number, sleeps: boolean): Promise<void> {
  const { book } = rig.service;
  const wanted = book.tasks.size + count;
  let left = count;
  const starter = async () => {
    while (left-- > 0) await trigger(rig, id, [promptTaking(hour)]);
  };
  await Promise.all(Array.from({ length: startedAtOnce }, starter));
  await untilTrue(async () => {
    if (book.tasks.size < wanted) return false;
    if (sleeps) return (await countAsleep(rig.client, id)) === wanted;
    return [...book.tasks.values()].every(({ queries }) => queries > 0);
  }, 500);
}

async function look({ n8n }: Rig, inspector: Inspector) {
  const heap = await inspector.heapMegabytes();
  return { heap, resident: residentMegabytes(n8n.pid).now };
}
