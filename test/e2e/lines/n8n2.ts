import { importWorkflow, publish, runWorkflow } from '../../../playground/index.ts';
import type { Line } from './Line.ts';

export const n8n2: Line = {
  name: 'n8n 2',
  editor: (client) => {
    return {
      async store(workflow) {
        await importWorkflow(client, workflow);
        return workflow.id;
      },
      run: (id, trigger = 'Start') => runWorkflow(client, id, trigger),
      publish: (id) => publish(client, id),
    };
  },
};
