import type { IConnections, INode, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';
import { itemsNode, node, ourNode, to } from './node.ts';
import { runWorkflow, type TestRun } from './runWorkflow.ts';

export interface NodeRun extends Partial<Omit<TestRun, 'nodes' | 'connections'>> {
  /** Node type without the package's name. */
  type: string;
  parameters: INodeParameters;
  /** The input's json, one per item, or whole items. */
  items?: Array<Partial<INodeExecutionData>>;
  /** Node settings: onError, retryOnFail, maxTries, alwaysOutputData. */
  settings?: Partial<INode>;
  /** Connections of the node under test, by output, where they are not the plain ones. */
  outputs?: IConnections[string];
}

export interface NodeResult {
  run: IRun;
  /** Items per output; the error branch is the last one. */
  outputs: INodeExecutionData[][];
  /** The error that ended the execution. */
  error: (Error & { description?: string; httpCode?: string; context?: object }) | undefined;
}

export const testCredential = {
  baseUrl: 'http://service.test',
  apiKey: 'key-that-is-secret-0123456789',
};

/**
 * Runs one built node over items in n8n's own engine: Items -> node -> After / Failed.
 */
export async function runNode(test: NodeRun): Promise<NodeResult> {
  const { type, parameters, items, settings, outputs, ...rest } = test;
  const run = await runWorkflow({
    credential: testCredential,
    ...rest,
    nodes: [
      itemsNode(items),
      ourNode('Under Test', type, parameters, settings),
      node('After', 'test.pass'),
      node('Failed', 'test.pass'),
    ],
    connections: {
      Items: { main: [to('Under Test')] },
      'Under Test': outputs ?? { main: [to('After'), to('Failed')] },
    },
  });
  const runs = run.data.resultData.runData['Under Test'] ?? [];
  return {
    run,
    outputs: (runs.at(-1)?.data?.main ?? []).map((output) => output ?? []),
    error: (run.data.resultData.error ?? runs.at(-1)?.error) as NodeResult['error'],
  };
}
