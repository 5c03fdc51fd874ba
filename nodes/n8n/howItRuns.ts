import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether what the node gives out can come back to it: some node stands before it and behind it. */
export function isInLoop(context: IExecuteFunctions): boolean {
  const { name } = context.getNode();
  const behind = new Set(context.getChildNodes(name).map((node) => node.name));
  return context.getParentNodes(name).some((node) => behind.has(node.name));
}

/** Early versions of n8n do not tell the settings of a workflow. */
type MayTellSettings = { getWorkflowSettings?(): { executionOrder?: string } };

/** Whether n8n runs the workflow in its old order: what a node gives out comes last then. */
export const isInOldOrder = (context: object): boolean => {
  const settings = (context as MayTellSettings).getWorkflowSettings?.();
  return settings !== undefined && settings.executionOrder !== 'v1';
};
