import type { IExecuteFunctions } from 'n8n-workflow';
import { itemsNode, node, to } from './node.ts';
import { runWorkflow } from './runWorkflow.ts';
import { testNode } from './testNodes.ts';

/**
 * Runs a function as the work of a node in n8n's own engine, so that it has n8n's real helpers.
 *
 * @param credential - the node's Video Generation API credential
 * @param work - gets what `execute` has as `this`
 * @returns what the function came to
 */
export async function callInNode<Result>(
  credential: { baseUrl: string; apiKey: string },
  work: (context: IExecuteFunctions) => Promise<Result>,
): Promise<Result> {
  let result: Promise<Result> | undefined;
  const type = testNode('call', {}, async (context) => {
    result = work(context);
    await result.catch(() => undefined);
    return [[]];
  });
  type.description.credentials = [{ name: 'videoGenerationApi', required: true }];
  await runWorkflow({
    credential,
    types: { 'test.call': type },
    nodes: [
      itemsNode(),
      node('Call', 'test.call', { credentials: { videoGenerationApi: { id: '1', name: 'test' } } }),
    ],
    connections: { Items: { main: [to('Call')] } },
  });
  if (!result) throw new Error('The node did not run');
  return await result;
}
