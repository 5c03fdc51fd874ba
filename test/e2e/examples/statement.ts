import { runWorkflow } from '../../../playground/index.ts';
import { importN8nApi } from './n8nApi.ts';
import { importExample, items, node, real, untilDone } from './rig.ts';

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

/** Sets the example up as its note says, and runs it. */
export async function runStatement(): Promise<Statement> {
  const n8nApi = await importN8nApi(real.client);
  const workflow = await importExample('vgStatement00001', (example) => {
    for (const one of example.nodes)
      if (one.parameters.nodeCredentialType === 'n8nApi') one.credentials = { n8nApi };
    const { parameters } = node(example, 'Your n8n');
    const settings = String(parameters.jsonOutput);
    parameters.jsonOutput = settings.replace('https://your-n8n.example', real.client.url);
    return example;
  });
  const execution = await untilDone(await runWorkflow(real.client, workflow.id, 'Start'));
  const [first, ...orders] = items(execution, 'Statement').map(({ json }) => json);
  const { totals } = first as unknown as Statement;
  return { totals, orders: orders as unknown as StatedOrder[] };
}
