import { taskStatus } from '../../../../nodes/generated/contract.ts';
import type { Workflow } from '../../../../playground/index.ts';
import type { Rig } from '../startRig.ts';
import { createByHand, queryByHand } from './httpRequests.ts';
import { doneNode, onWebhook } from './start.ts';

const pause = 'Pause';
const isDone = 'Is Done';

/** The loop that people build from n8n's own nodes: create, wait five seconds, ask, and back. */
export function loopByHand(id: string, rig: Rig): Workflow {
  const workflow = onWebhook(id, [
    createByHand(rig),
    {
      name: pause,
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      webhookId: `${id}-pause`,
      parameters: { amount: 5, unit: 'seconds' },
    },
    queryByHand(rig),
    {
      name: isDone,
      type: 'n8n-nodes-base.if',
      parameters: {
        conditions: {
          string: [{ value1: '={{ $json.status }}', value2: taskStatus.completed }],
        },
      },
    },
  ]);
  const to = (node: string) => [{ node, type: 'main', index: 0 }];
  workflow.connections[isDone] = { main: [to(doneNode), to(pause)] };
  return workflow;
}
