import { importCredential, type Workflow } from '../../../playground/index.ts';
import { importExample, node, real } from './rig.ts';

/** What starts the example once it is imported: its chat trigger stands in for a click. */
export const agentTrigger = 'When chat message received';

/**
 * Imports the example of an agent, which asks a model that the test plays.
 *
 * @param modelUrl - where that model answers
 * @param typeVersion - of the agent: before 3 it runs its tools itself
 */
export async function importAgent(modelUrl: string, typeVersion: number): Promise<Workflow> {
  const openAiApi = await importCredential(real.client, {
    ...{ name: 'Stand-in model', type: 'openAiApi' },
    data: { apiKey: 'none', url: modelUrl, header: false },
  });
  return await importExample('vgAiAgent0000001', (example) => {
    node(example, 'Chat Model').credentials = { openAiApi };
    Object.assign(node(example, agentTrigger), { type: 'n8n-nodes-base.manualTrigger' });
    const parameters = { promptType: 'define', text: 'A video, please', options: {} };
    Object.assign(node(example, 'AI Agent'), { typeVersion, parameters });
    return example;
  });
}
