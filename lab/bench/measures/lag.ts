import { install, itemsAt, lastRun, runAll } from '../n8n/runs.ts';
import { useNewAccount, type Rig } from '../n8n/startRig.ts';
import { falByHand } from '../n8n/workflows/fal.ts';
import { veoVideo } from '../n8n/workflows/veo.ts';
import { loopByHand } from '../n8n/workflows/loop.ts';
import { awake, createVideo, waitForVideo } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import { promptTaking, silentPromptTaking } from '../service/taskBook.ts';
import { median } from '../statistics/summarize.ts';
import { alternate, type Measure } from './measure.ts';

const latencyMs = 200;
const executions = 20;
const intervalSeconds = 5;

// Spread evenly over two intervals, so that completions fall everywhere between two looks.
const secondsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => 8 + (index * 2 * intervalSeconds) / count);

/** Time from a task's completion to its item at the next node, in single-item executions. */
export const lag: Measure = {
  name: 'lag',
  runs: 2,
  seconds: { start: 3, run: 135 },
  async take({ runs, rig, size }) {
    const bench = await rig();
    const { credentials } = bench;
    const create = createVideo(credentials);
    await install(bench, onWebhook('lag-own', [create, waitForVideo(credentials)]));
    await install(bench, onWebhook('lag-awake', [create, waitForVideo(credentials, awake)]));
    await install(bench, loopByHand('lag-by-hand', bench));
    await install(bench, falByHand('lag-fal', bench));
    await install(bench, onWebhook('lag-veo', [veoVideo(credentials)]));
    const seconds = secondsOf(size(executions));
    return await alternate(runs, {
      own: () => measure(bench, 'lag-own', seconds),
      ownNoProgress: () => measure(bench, 'lag-own', seconds, silentPromptTaking),
      ownAwake: () => measure(bench, 'lag-awake', seconds),
      byHand: () => measure(bench, 'lag-by-hand', seconds),
      veo: () => measure(bench, 'lag-veo', seconds),
      fal: () => measure(bench, 'lag-fal', seconds),
    });
  },
};

async function measure(rig: Rig, workflowId: string, seconds: number[], toPrompt = promptTaking) {
  const { service } = rig;
  service.reset({ latencyMs });
  await useNewAccount([rig]);
  const ended = await runAll(
    rig,
    workflowId,
    seconds.map((each) => [toPrompt(each)]),
  );
  const tasks = [...service.book.tasks.values()];
  const lags = ended.map((execution) => {
    // The Veo node gives no task id; of its one task the prompt is known.
    const [item] = itemsAt(execution, 'Items');
    const task = tasks.find(({ prompt }) => prompt === item?.json.prompt);
    return (lastRun(execution, doneNode).startMs - task!.finishesAtMs) / 1000;
  });
  const requests = service.requests.length;
  const queries = tasks.reduce((sum, task) => sum + task.queries, 0);
  return {
    medianLagSeconds: median(lags),
    meanLagSeconds: lags.reduce((sum, each) => sum + each, 0) / lags.length,
    worstLagSeconds: Math.max(...lags),
    intervalSeconds,
    queriesPerTask: queries / seconds.length,
    requestsPerTask: requests / seconds.length,
  };
}
