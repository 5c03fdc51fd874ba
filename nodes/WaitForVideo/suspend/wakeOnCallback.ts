import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { finalTaskStatuses, taskField, taskStatus } from '../../generated/contract';

/**
 * Answers a call to the execution's resume URL. The call is a doorbell: nothing in it is believed,
 * it only makes the node ask the service. A callback that says itself that the task is not finished
 * is answered and changes nothing.
 */
export function wakeOnCallback(context: IWebhookFunctions): IWebhookResponseData {
  const body: unknown = context.getBodyData();
  const status =
    typeof body === 'object' && body !== null
      ? (body as Record<string, unknown>)[taskField.status]
      : undefined;
  const isKnown = Object.values<unknown>(taskStatus).includes(status);
  const isFinal = (finalTaskStatuses as readonly unknown[]).includes(status);
  if (isKnown && !isFinal) return { webhookResponse: { message: 'Still waiting' } };

  // What is returned takes the place of the node's input, so that has to be the input itself.
  const items = context.evaluateExpression('{{ $input.all() }}') as unknown as INodeExecutionData[];
  return { workflowData: [items], webhookResponse: { message: 'Looking at the task' } };
}
