import { forgetExecution, install, itemsAt, runAll } from '../n8n/runs.ts';
import { startRig, useNewAccount, type Rig } from '../n8n/startRig.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import { startService } from '../service/startService.ts';
import type { Service } from '../service/service.ts';
import { promptTaking, type BenchTask } from '../service/taskBook.ts';
import { alternate, type Measure } from './measure.ts';
import { describeRun, limited, taskSeconds } from './rateLimit.ts';

const processes = 3;

/** Three n8n processes that share one account's limit and know nothing of each other. */
export const threeProcesses: Measure = {
  name: 'three-processes',
  runs: 2,
  seconds: { start: 50, run: 110 },
  async take({ runs, size }) {
    const service = await startService();
    const rigs: Rig[] = [];
    try {
      while (rigs.length < processes) rigs.push(await startRig({}, service));
      for (const rig of rigs) {
        const steps = [createVideo(rig.credentials), waitForVideo(rig.credentials)];
        await install(rig, onWebhook('shared-own', steps));
        await install(rig, loopByHand('shared-by-hand', rig));
      }
      return await alternate(runs, {
        own: () => measure(rigs, service, 'shared-own', size(200)),
        byHand: () => measure(rigs, service, 'shared-by-hand', size(200)),
      });
    } finally {
      for (const rig of rigs) await rig.stop();
      await service.stop();
    }
  },
};

/** @param items - of each process, in one execution */
async function measure(rigs: Rig[], service: Service, workflowId: string, items: number) {
  service.reset(limited);
  await useNewAccount(rigs);
  const executions = await Promise.all(
    rigs.map(async (rig, index) => {
      const prompts = Array.from({ length: items }, () => `${index}: ${promptTaking(taskSeconds)}`);
      const [execution] = await runAll(rig, workflowId, [prompts], { mayFail: true });
      await forgetExecution(rig.client, execution!.id);
      return execution!;
    }),
  );
  const delivered = executions.reduce((sum, each) => sum + itemsAt(each, doneNode).length, 0);
  const endMs = Math.max(...executions.map(({ stoppedAt }) => Date.parse(stoppedAt!)));
  const shares = sharesOf([...service.book.tasks.values()], rigs.length, items);
  return {
    ...describeRun(service, items * rigs.length, delivered, endMs),
    fairness: fairnessOf(shares),
  };
}

/** How many tasks each process had created when the first of them had created its last. */
export function sharesOf(
  tasks: readonly Pick<BenchTask, 'prompt'>[],
  count: number,
  items: number,
): number[] {
  const shares = Array.from({ length: count }, () => 0);
  for (const { prompt } of tasks) {
    const index = Number.parseInt(prompt, 10);
    shares[index]! += 1;
    if (shares[index] === items) break;
  }
  return shares;
}

/** Jain's index: 1 when all have the same, 1/n when one has everything. */
export function fairnessOf(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share ** 2, 0);
  return squares > 0 ? sum ** 2 / (shares.length * squares) : 1;
}
