import { importWorkflow, publish, runWorkflow } from '../../../playground/index.ts';
import type { Line } from './Line.ts';

export const n8n2: Line = {
  name: 'n8n 2',
  hasTokens: true,
  hasCustomData: true,
  letsCalledSleep: true,
  editor: (client) => {
    const runPartly = async (id: string, node: string, body: object) => {
      const destinationNode = { nodeName: node, mode: 'inclusive' };
      const path = `/rest/workflows/${id}/run`;
      const started = await client.post<{ executionId: string }>(path, {
        ...body,
        destinationNode,
      });
      return started.executionId;
    };
    return {
      async store(workflow) {
        await importWorkflow(client, workflow);
        return workflow.id;
      },
      run: (id, trigger = 'Start') => runWorkflow(client, id, trigger),
      runUpTo: (id, node) => runPartly(id, node, { triggerToStartFrom: { name: 'Start' } }),
      runPart: (id, node, { resultData: { runData } }) =>
        runPartly(id, node, { runData, dirtyNodeNames: [] }),
      publish: (id) => publish(client, id),
    };
  },
};
