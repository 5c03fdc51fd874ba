import type { Rig } from '../startRig.ts';
import type { Step } from './start.ts';

export const veoNode = 'Veo';

/** n8n's own node for videos by Veo, which creates, waits and downloads in one. */
export const veoVideo = ({ veo }: Rig['credentials']): Step => ({
  name: veoNode,
  type: '@n8n/n8n-nodes-langchain.googleGemini',
  typeVersion: 1.2,
  credentials: { googlePalmApi: veo },
  parameters: {
    resource: 'video',
    operation: 'generate',
    modelId: { __rl: true, mode: 'id', value: 'models/veo-bench' },
    prompt: '={{ $json.prompt }}',
    returnAs: 'video',
    options: {},
  },
});
