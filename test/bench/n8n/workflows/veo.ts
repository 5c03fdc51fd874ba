import type { Rig } from '../startRig.ts';
import type { Step } from './start.ts';

export const builtInNode = 'Built-in';

/** n8n's built-in video node, which creates, waits and downloads in one; its type is n8n's own name. */
export const builtInVideo = ({ builtIn }: Rig['credentials']): Step => ({
  name: builtInNode,
  type: '@n8n/n8n-nodes-langchain.openAi',
  typeVersion: 2.3,
  credentials: { openAiApi: builtIn },
  parameters: {
    resource: 'video',
    operation: 'generate',
    modelId: { __rl: true, mode: 'id', value: 'any-model' },
    prompt: '={{ $json.prompt }}',
    options: { waitTime: 7200 },
  },
});
