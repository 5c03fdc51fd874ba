import { install, itemsAt, lastRun, runAll } from '../n8n/runs.ts';
import type { Rig } from '../n8n/startRig.ts';
import { builtInVideo } from '../n8n/workflows/builtIn.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import { promptTaking, silentPromptTaking } from '../service/taskBook.ts';
import { median } from '../statistics/summarize.ts';
import { alternate, type Measure } from './measure.ts';

const latencyMs = 200;
const executions = 20;
const intervalSeconds = 5;

// Spread evenly over two intervals, so that completions fall everywhere between two polls.
const seconds = Array.from(
  { length: executions },
  (_, index) => 8 + (index * 2 * intervalSeconds) / executions,
);

/** Time from a task's completion to its item at the next node, in single-item executions. */
export const pollLag: Measure = {
  name: 'poll-lag',
  async take({ runs, rig }) {
    const bench = await rig();
    const steps = [createVideo(bench.credentials), waitForVideo(bench.credentials)];
    await install(bench, onWebhook('lag-own', steps));
    await install(bench, loopByHand('lag-by-hand', bench));
    await install(bench, onWebhook('lag-built-in', [builtInVideo(bench.credentials)]));
    return await alternate(runs, {
      own: () => measure(bench, 'lag-own'),
      ownNoProgress: () => measure(bench, 'lag-own', silentPromptTaking),
      byHand: () => measure(bench, 'lag-by-hand'),
      builtIn: () => measure(bench, 'lag-built-in'),
    });
  },
};

async function measure(rig: Rig, workflowId: string, toPrompt = promptTaking) {
  const { service } = rig;
  service.reset({ latencyMs });
  const ended = await runAll(
    rig,
    workflowId,
    seconds.map((each) => [toPrompt(each)]),
  );
  const tasks = [...service.book.tasks.values()];
  const lags = ended.map((execution) => {
    // The built-in node gives no task id; of its one task the prompt is known.
    const [item] = itemsAt(execution, 'Items');
    const task = tasks.find(({ prompt }) => prompt === item?.json.prompt);
    return (lastRun(execution, doneNode).startMs - task!.finishesAtMs) / 1000;
  });
  const requests = service.requests.length;
  const queries = tasks.reduce((sum, task) => sum + task.queries, 0);
  return {
    medianLagSeconds: median(lags),
    meanLagSeconds: lags.reduce((sum, lag) => sum + lag, 0) / lags.length,
    worstLagSeconds: Math.max(...lags),
    intervalSeconds,
    queriesPerTask: queries / executions,
    requestsPerTask: requests / executions,
  };
}
