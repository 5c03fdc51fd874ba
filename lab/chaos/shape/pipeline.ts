import {
  importWorkflow,
  publish,
  readExamples,
  runWorkflow,
  untilEnded,
  withCredential,
} from '../../../playground/index.ts';
import { readTable } from '../../../test/e2e/examples/dataTables.ts';
import { hurry } from '../../../test/e2e/examples/hurry.ts';
import type { BuildShape } from './shape.ts';

interface Row {
  prompt: string;
  state: string;
  task: string | null;
  problem: string | null;
  tell: boolean | null;
}

const over = ['delivered', 'unclear', 'failed'];

/** The example that keeps its orders in a table, in a hurry. */
export const buildPipeline: BuildShape = async ({ client, credential, webhookUrl }) => {
  const example = (await readExamples()).find(({ id }) => id === 'vgPipeline000001')!;
  const workflow = withCredential(
    hurry(example, 10, { 2: 20, 10: 30, 5: 20, 30: 90 }),
    'n8n-nodes-video-generation',
    'videoGenerationApi',
    credential,
  );
  const named = (name: string) => workflow.nodes.find((node) => node.name === name)!;
  const { webhookId } = named('Video Finished Trigger');
  const { parameters } = named('Create Video');
  const callbackUrl = `${webhookUrl}/webhook/${String(webhookId)}/video-finished`;
  parameters.options = { ...(parameters.options as object), callbackUrl };
  await importWorkflow(client, workflow);
  await untilEnded(client, await runWorkflow(client, workflow.id, 'Make the Table Once'), 60_000);
  await publish(client, workflow.id);
  return {
    request: ({ number, prompt }) => ({
      path: 'video-order',
      body: { order: String(number), prompt },
    }),
    isTaken: (answer) => answer.includes('"taken"'),
    knowsOrders: true,
    async explain(prompt) {
      const rows = await readTable<Row>(client, 'video_orders');
      return JSON.stringify(rows.find((row) => row.prompt === prompt)) ?? 'no row';
    },
    async read() {
      const rows = await readTable<Row>(client, 'video_orders');
      const of = (state: string) => rows.filter((row) => row.state === state);
      return {
        underWay: rows.filter(({ state, tell }) => !over.includes(state) || tell === true).length,
        delivered: of('delivered').map(({ task }) => task!),
        resumedByPerson: [],
        told: [...of('unclear'), ...of('failed')].map(({ prompt, state, problem }) => ({
          prompt,
          reason: `${state}: ${problem}`,
        })),
      };
    },
  };
};
