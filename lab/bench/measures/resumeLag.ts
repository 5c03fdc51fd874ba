import { install, lastRun, runAll } from '../n8n/runs.ts';
import { useNewAccount, type Rig } from '../n8n/startRig.ts';
import { createByHand, queryByHand } from '../n8n/workflows/httpRequests.ts';
import { waitCalled } from '../n8n/workflows/own.ts';
import { doneNode, onWebhook } from '../n8n/workflows/start.ts';
import { untilCalled } from '../n8n/workflows/untilCalled.ts';
import { promptTaking } from '../service/taskBook.ts';
import { median } from '../statistics/summarize.ts';
import { alternate, type Measure } from './measure.ts';

const latencyMs = 200;

// One after another, so that no resumption stands in the way of the next.
const promptLists = Array.from({ length: 10 }, (_, index) => [promptTaking(7 + index / 2)]);

/** Time from the service's callback to the next node of the sleeping execution. */
export const resumeLag: Measure = {
  name: 'resume-lag',
  runs: 4,
  seconds: { start: 2, run: 28 },
  async take({ runs, rig }) {
    const bench = await rig();
    await install(bench, waitCalled('resume-own', bench.credentials));
    await install(
      bench,
      onWebhook('resume-by-hand', [
        createByHand(bench, '$execution.resumeUrl'),
        untilCalled('resume-by-hand'),
        queryByHand(bench, "$('Create by Hand').item.json.id"),
      ]),
    );
    return await alternate(runs, {
      own: () => measure(bench, 'resume-own', doneNode),
      byHand: () => measure(bench, 'resume-by-hand', doneNode, 'Query by Hand'),
    });
  },
};

/**
 * @param node - whose start ends the lag
 * @param unasked - the node that asks the service, where the lag without it is wanted too
 */
async function measure(rig: Rig, workflowId: string, node: string, unasked?: string) {
  const { service } = rig;
  service.reset({ latencyMs });
  await useNewAccount([rig]);
  const ended = await runAll(rig, workflowId, promptLists);
  const sent = new Map(
    [...service.book.tasks.values()].map(({ prompt, callback }) => [prompt, callback!.sentAtMs]),
  );
  const lagTo = (name: string) =>
    median(
      ended.map((execution) => {
        const item = execution.data.resultData.runData.Items?.[0]?.data?.main?.[0]?.[0];
        return lastRun(execution, name).startMs - sent.get(String(item?.json.prompt))!;
      }),
    );
  return {
    lagMilliseconds: lagTo(node),
    ...(unasked && { unaskedMilliseconds: lagTo(unasked) }),
  };
}
