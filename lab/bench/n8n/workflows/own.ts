import type { Workflow } from '../../../../playground/index.ts';
import type { Rig } from '../startRig.ts';
import { onWebhook, type Step } from './start.ts';

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

/** Keeps the execution running while it waits. */
export const awake = { waiting: { stayAwake: true } };

/** Looks once, as an HTTP Request node would. */
export const getStatus = { operation: 'getStatus' };

/** Create and wait asleep, woken by the service's callback. */
export const waitCalled = (id: string, credentials: Credentials): Workflow =>
  onWebhook(id, [
    createVideo(credentials, { callback: 'resumeExecution' }),
    { ...waitForVideo(credentials), webhookId: `${id}-wait` },
  ]);
