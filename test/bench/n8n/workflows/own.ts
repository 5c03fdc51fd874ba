import type { Workflow } from '../../../../playground/index.ts';
import type { Rig } from '../startRig.ts';
import { doneNode, onWebhook, type Step } from './start.ts';

type Credentials = Rig['credentials'];

export const createNode = 'Create Video';
export const waitNode = 'Wait for Video';

export const createVideo = ({ own }: Credentials, parameters: object = {}): Step => ({
  name: createNode,
  type: 'n8n-nodes-videogen.createVideo',
  credentials: { videoGenApi: own },
  parameters: { prompt: '={{ $json.prompt }}', ...parameters },
});

export const waitForVideo = ({ own }: Credentials, parameters: object = {}): Step => ({
  name: waitNode,
  type: 'n8n-nodes-videogen.waitForVideo',
  credentials: { videoGenApi: own },
  parameters: { taskId: '={{ $json.id }}', ...parameters },
});

/** Create and wait in suspend mode, woken by the service's callback. */
export function waitSuspended(id: string, credentials: Credentials): Workflow {
  const workflow = onWebhook(id, [
    createVideo(credentials, { callback: 'resumeExecution' }),
    {
      ...waitForVideo(credentials, { waitMode: 'suspend', stayAwakeSeconds: 0 }),
      webhookId: `${id}-wait`,
    },
  ]);
  const to = (node: string) => [{ node, type: 'main', index: 0 }];
  workflow.connections[waitNode] = { main: [to(waitNode), to(doneNode)] };
  return workflow;
}
