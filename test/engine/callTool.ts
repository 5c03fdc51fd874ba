import type { INode, INodeParameters } from 'n8n-workflow';
import { node, to } from './node.ts';
import { testCredential } from './runNode.ts';
import { runWorkflow } from './runWorkflow.ts';

export interface ToolCalls {
  /** Node type without the package's name. */
  type: string;
  parameters: INodeParameters;
  /** Arguments of each call, as a model would give them. */
  calls: Array<Record<string, string>>;
  /** Whether the agent makes all calls at once. */
  together?: boolean;
  settings?: Partial<INode>;
}

/** What the agent hears of a call. */
export interface Heard {
  answer?: string;
  failed?: string;
}

/** Lets an agent call a built node as its tool, by n8n's own code for tools. */
export async function callTool(test: ToolCalls): Promise<Heard[]> {
  const { calls, together = false } = test;
  const run = await runWorkflow({
    credential: testCredential,
    nodes: [
      node('Items', 'test.items', { parameters: { items: [{ json: {} }] } as never }),
      node('Agent', 'test.agent', { parameters: { calls, together } as never }),
      node('Tool', `n8n-nodes-videogen.${test.type}Tool`, {
        parameters: test.parameters,
        credentials: { videoGenApi: { id: '1', name: 'test' } },
        ...test.settings,
      }),
    ],
    connections: {
      Items: { main: [to('Agent')] },
      Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
    },
  });
  if (run.data.resultData.error) throw run.data.resultData.error;
  const results = run.data.resultData.runData.Agent?.[0]?.data?.main?.[0] ?? [];
  return results.map(({ json }) => json as Heard);
}
