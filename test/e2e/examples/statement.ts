import {
  importWorkflow,
  readExamples,
  runWorkflow,
  untilEnded,
  withCredential,
  type N8nClient,
} from '../../../playground/index.ts';
import { importN8nApi } from './n8nApi.ts';

/** One order of a statement. */
export interface StatedOrder {
  state: 'paid' | 'failed' | 'unknown' | 'notPaid';
  task?: string;
  label?: string;
  execution: string;
}

/** What the example states of all executions that n8n has. */
export interface Statement {
  totals: Record<StatedOrder['state'], number>;
  orders: StatedOrder[];
}

const timeoutMs = 600_000;

/** Sets the example up as its note says, and runs it. */
export async function runStatement(
  client: N8nClient,
  credential: { id: string; name: string },
): Promise<Statement> {
  const example = (await readExamples()).find(({ id }) => id === 'vgStatement00001')!;
  const workflow = withCredential(
    example,
    'n8n-nodes-video-generation',
    'videoGenerationApi',
    credential,
  );
  const n8nApi = await importN8nApi(client);
  for (const node of workflow.nodes)
    if (node.parameters.nodeCredentialType === 'n8nApi') node.credentials = { n8nApi };
  const { parameters } = workflow.nodes.find(({ name }) => name === 'Your n8n')!;
  const settings = String(parameters.jsonOutput);
  parameters.jsonOutput = settings.replace('https://your-n8n.example', client.url);
  await importWorkflow(client, workflow);
  const id = await runWorkflow(client, workflow.id, 'Start');
  const { data } = await untilEnded(client, id, timeoutMs);
  const output = data.resultData.runData.Statement?.[0]?.data?.main?.[0];
  if (output == null) throw new Error(`No statement: ${JSON.stringify(data.resultData.error)}`);
  const [first, ...orders] = output.map(({ json }) => json);
  const { totals } = first as unknown as Statement;
  return { totals, orders: orders as unknown as StatedOrder[] };
}
