import { taskStatus } from '../../../../nodes/generated/contract.ts';
import type { Workflow } from '../../../../playground/index.ts';
import type { Rig } from '../startRig.ts';
import { createByHand, queryByHand } from './httpRequests.ts';
import { doneNode, onWebhook, type Step } from './start.ts';

const pause = 'Pause';
const isDone = 'Is Done';

interface Loop {
  create: Step;
  query: Step;
  /** The `status` that ends it. */
  doneStatus: string;
  /** What comes between the end and the next node. */
  collect?: Step[];
}

/** The loop that people build from n8n's own nodes: create, wait five seconds, ask, and back. */
export function pollingLoop(
  id: string,
  { create, query, doneStatus, collect = [] }: Loop,
): Workflow {
  const workflow = onWebhook(id, [
    create,
    {
      name: pause,
      type: 'n8n-nodes-base.wait',
      typeVersion: 1.1,
      webhookId: `${id}-pause`,
      parameters: { amount: 5, unit: 'seconds' },
    },
    query,
    {
      name: isDone,
      type: 'n8n-nodes-base.if',
      parameters: {
        conditions: { string: [{ value1: '={{ $json.status }}', value2: doneStatus }] },
      },
    },
    ...collect,
  ]);
  const to = (node: string) => [{ node, type: 'main', index: 0 }];
  workflow.connections[isDone] = { main: [to(collect[0]?.name ?? doneNode), to(pause)] };
  return workflow;
}

/** That loop for the service of this package. */
export const loopByHand = (id: string, rig: Rig): Workflow =>
  pollingLoop(id, {
    create: createByHand(rig),
    query: queryByHand(rig),
    doneStatus: taskStatus.completed,
  });
