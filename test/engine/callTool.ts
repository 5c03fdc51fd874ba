import type { INode, INodeParameters } from 'n8n-workflow';
import { itemsNode, node, ourNode, to } from './node.ts';
import { testCredential } from './runNode.ts';
import { runWorkflow, type TestRun } from './runWorkflow.ts';

export interface ToolCalls extends Partial<Pick<TestRun, 'executionId' | 'types'>> {
  /** Node type without the package's name. */
  type: string;
  parameters: INodeParameters;
  /** Arguments of each call, as a model would give them. */
  calls: Array<Record<string, string>>;
  /** Whether the agent makes all calls at once. */
  together?: boolean;
  settings?: Partial<INode>;
  /** Whether the agent fails behind the calls; and whether n8n runs it once more then. */
  failFirst?: boolean;
  isRetried?: boolean;
  credential?: typeof testCredential;
}

/** What the agent hears of a call. */
export interface Heard {
  answer?: string;
  /** The words of a failure, which the tool answers with or throws. */
  failed?: string;
  isThrown?: boolean;
}

/** A prompt that the model writes. */
export const fromAgent = "={{ $fromAI('prompt', '', 'string') }}";

/** An agent that calls a built node as its tool, by n8n's own code for tools. */
export function agentRun(test: ToolCalls): TestRun {
  const { calls, together = false, isRetried = false, failFirst = isRetried, types } = test;
  return {
    credential: test.credential ?? testCredential,
    ...(types && { types }),
    ...(test.executionId !== undefined && { executionId: test.executionId }),
    nodes: [
      itemsNode(),
      node('Agent', 'test.agent', {
        parameters: { calls, together, failFirst } as never,
        ...(isRetried && { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 }),
      }),
      ourNode('Tool', `${test.type}Tool`, test.parameters, test.settings),
    ],
    connections: {
      Items: { main: [to('Agent')] },
      Tool: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
    },
  };
}

/** Lets an agent call a built node as its tool. */
export async function callTool(test: ToolCalls): Promise<Heard[]> {
  const run = await runWorkflow(agentRun(test));
  if (run.data.resultData.error) throw run.data.resultData.error;
  const results = run.data.resultData.runData.Agent?.[0]?.data?.main?.[0] ?? [];
  return results.map(({ json }) => readHeard(json as Heard));
}

function readHeard({ answer, failed }: Heard): Heard {
  if (failed !== undefined) return { failed, isThrown: true };
  const [told] = JSON.parse(answer!) as Array<{ error?: string }>;
  return told?.error === undefined ? { answer: answer! } : { failed: told.error };
}
