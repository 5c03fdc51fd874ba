import type { IExecuteFunctions } from 'n8n-workflow';

/** n8n 1 does not have this method. */
type MayTellOfTools = Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

/** Whether an AI agent runs the node as its tool. */
export function isToolCall(context: IExecuteFunctions): boolean {
  const { isToolExecution }: MayTellOfTools = context;
  // A node that agents use as a tool is, to n8n, a type of its own with this ending.
  return isToolExecution?.call(context) === true || context.getNode().type.endsWith('Tool');
}
