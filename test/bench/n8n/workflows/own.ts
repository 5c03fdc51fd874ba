import type { Rig } from '../startRig.ts';
import type { Step } from './start.ts';

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
