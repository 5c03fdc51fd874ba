import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

/** A node of a test workflow; its name is its id. */
export const node = (name: string, type: string, more: Partial<INode> = {}): INode => ({
  id: name,
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

/** One of our nodes, with its credential. */
export const ourNode = (
  name: string,
  type: string,
  parameters: INodeParameters,
  settings: Partial<INode> = {},
) =>
  node(name, `n8n-nodes-video-generation.${type}`, {
    parameters,
    credentials: { videoGenerationApi: { id: '1', name: 'test' } },
    ...settings,
  });

/** Where each test workflow starts: it emits these items. */
export const itemsNode = (items: Array<Partial<INodeExecutionData>> = [{ json: {} }]) =>
  node('Items', 'test.items', { parameters: { items: items as never } });

/** The end of a wire: an input of another node. */
export const to = (name: string, index = 0) => [{ node: name, type: 'main' as const, index }];
