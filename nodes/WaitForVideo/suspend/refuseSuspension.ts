import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { hasLoopWire } from './hasLoopWire';

const otherMode = 'Set Wait Mode to "In This Execution" here.';

/**
 * Stops before anything is asked or suspended where a suspended execution would not come back
 * whole.
 *
 * @throws NodeOperationError that says why, and what to do
 */
export function refuseSuspension(context: IExecuteFunctions): void {
  const refuse = (message: string, description: string) => {
    throw new NodeOperationError(context.getNode(), message, {
      description: `${description} The tasks are not affected.`,
    });
  };
  if (isToolCall(context))
    refuse(
      'A tool call of an AI agent cannot be suspended',
      `The agent waits for it. ${otherMode}`,
    );
  if (context.getMode() === 'integrated')
    refuse(
      'A sub-workflow cannot be suspended without losing its result',
      `The calling workflow may go on with the wrong items. ${otherMode}`,
    );
  if (context.getExecutionId() === undefined || !context.getWorkflow().id)
    refuse(
      'An execution that n8n does not store cannot be suspended',
      `Save the workflow first. ${otherMode}`,
    );
  if (!hasLoopWire(context))
    refuse(
      'The output "Check Again" is not connected back to this node',
      'A suspended execution can only look again if that output leads to the input of this node. Connect it and run again.',
    );
}

/** n8n 1 does not have this method. */
type MayTellOfTools = Partial<Pick<IExecuteFunctions, 'isToolExecution'>>;

function isToolCall(context: IExecuteFunctions): boolean {
  const { isToolExecution }: MayTellOfTools = context;
  // A node that agents use as a tool is, to n8n, a type of its own with this ending.
  return isToolExecution?.call(context) ?? context.getNode().type.endsWith('Tool');
}
