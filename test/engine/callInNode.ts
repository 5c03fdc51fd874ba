import type { IExecuteFunctions, INode, INodeType } from 'n8n-workflow';
import { runWorkflow } from './runWorkflow.ts';

/**
 * Runs a function as the work of a node in n8n's own engine, so that it has n8n's real helpers.
 *
 * @param credential - the node's VideoGen API credential
 * @param work - gets what `execute` has as `this`
 * @returns what the function came to
 */
export async function callInNode<Result>(
  credential: { baseUrl: string; apiKey: string },
  work: (context: IExecuteFunctions) => Promise<Result>,
): Promise<Result> {
  let result: Promise<Result> | undefined;
  const type: INodeType = {
    description: {
      displayName: 'Call',
      name: 'call',
      group: ['transform'],
      version: 1,
      description: 'Calls a function of the test',
      defaults: { name: 'Call' },
      inputs: ['main'],
      outputs: ['main'],
      credentials: [{ name: 'videoGenApi', required: true }],
      properties: [],
    },
    async execute() {
      result = work(this);
      await result.catch(() => undefined);
      return [[]];
    },
  };
  const node = (name: string, of: string, more: Partial<INode> = {}): INode => ({
    id: name,
    name,
    type: of,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    ...more,
  });
  await runWorkflow({
    credential,
    types: { 'test.call': type },
    nodes: [
      node('Items', 'test.items', { parameters: { items: [{ json: {} }] as never } }),
      node('Call', 'test.call', { credentials: { videoGenApi: { id: '1', name: 'test' } } }),
    ],
    connections: { Items: { main: [[{ node: 'Call', type: 'main', index: 0 }]] } },
  });
  if (!result) throw new Error('The node did not run');
  return await result;
}
