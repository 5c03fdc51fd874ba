import type { INode } from 'n8n-workflow';

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

/** The end of a wire: an input of another node. */
export const to = (name: string, index = 0) => [{ node: name, type: 'main' as const, index }];
