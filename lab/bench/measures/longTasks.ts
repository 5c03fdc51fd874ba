import { install, runAll } from '../n8n/runs.ts';
import { useNewAccount, type Rig } from '../n8n/startRig.ts';
import { veoVideo } from '../n8n/workflows/veo.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { onWebhook } from '../n8n/workflows/start.ts';
import { promptTaking, silentPromptTaking } from '../service/taskBook.ts';
import type { Sample } from '../results/result.ts';
import { runNumbers, type Measure } from './measure.ts';

const latencyMs = 200;
const executions = 20;
const shortestSeconds = 20;
const stepSeconds = 2;

/**
 * Requests for tasks that take 20 to 58 s. All contenders of a run go at the same time: a minute
 * for each would take long, and requests are counted, not timed.
 */
export const longTasks: Measure = {
  name: 'long-tasks',
  runs: 2,
  seconds: { start: 2, run: 66 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    const steps = [createVideo(bench.credentials), waitForVideo(bench.credentials)];
    await install(bench, onWebhook('long-own', steps));
    await install(bench, onWebhook('long-own-silent', steps));
    await install(bench, loopByHand('long-by-hand', bench));
    await install(bench, onWebhook('long-veo', [veoVideo(bench.credentials)]));
    const count = size(executions);
    const samples: Sample[] = [];
    for (const run of runNumbers(runs)) {
      bench.service.reset({ latencyMs });
      await useNewAccount([bench]);
      const values = await Promise.all([
        measure(bench, 'own', 'long-own', count),
        measure(bench, 'ownNoProgress', 'long-own-silent', count, silentPromptTaking),
        measure(bench, 'byHand', 'long-by-hand', count),
        measure(bench, 'veo', 'long-veo', count),
      ]);
      console.log(`  run ${run}: ${JSON.stringify(values)}`);
      samples.push(...values.map((value) => ({ run, ...value })));
    }
    return samples;
  },
};

async function measure(
  rig: Rig,
  contender: string,
  workflowId: string,
  count: number,
  toPrompt = promptTaking,
): Promise<Omit<Sample, 'run'>> {
  // The name tells whose task it is: the Veo node gives no id.
  const prompts = Array.from(
    { length: count },
    (_, index) => `${contender}: ${toPrompt(shortestSeconds + index * stepSeconds)}`,
  );
  await runAll(
    rig,
    workflowId,
    prompts.map((prompt) => [prompt]),
  );
  const tasks = [...rig.service.book.tasks.values()].filter(({ prompt }) =>
    prompt.startsWith(`${contender}: `),
  );
  const queries = tasks.reduce((sum, task) => sum + task.queries, 0);
  return { contender, values: { queriesPerTask: queries / tasks.length, tasks: tasks.length } };
}
