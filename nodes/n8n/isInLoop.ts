import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether what the node gives out can come back to it: some node stands before it and behind it. */
export function isInLoop(context: IExecuteFunctions): boolean {
  const { name } = context.getNode();
  const behind = new Set(context.getChildNodes(name).map((node) => node.name));
  return context.getParentNodes(name).some((node) => behind.has(node.name));
}
