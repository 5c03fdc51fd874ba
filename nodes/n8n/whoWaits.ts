import { WAIT_FOR_SUB_EXECUTION, type IExecuteFunctions } from 'n8n-workflow';
import { isOfEngineTwo } from './engineTwo';
import { runDataOf } from './execution';

/**
 * Whether n8n gives the caller of this sub-workflow what it made, or how it failed, also when it slept
 * meanwhile. Engine 2.0 gives it nothing, and n8n 1 its own items back; early versions of n8n 2 do so
 * when the sub-workflow fails. The name came in with the last of their mends.
 */
export const handsResultToCaller = (context: object): boolean =>
  (WAIT_FOR_SUB_EXECUTION as unknown) !== undefined &&
  !isOfEngineTwo(runDataOf(context)?.parentExecution?.executionId);

/** Triggers that answer with what the last node gives out, but in these modes. */
const answering = ['webhook', 'formTrigger', 'chatTrigger'];
const modesApart: unknown[] = ['onReceived', 'responseNode', 'responseNodes'];

/**
 * Whether whoever started the execution waits for what it gives out in the end. n8n answers them as
 * soon as the execution sleeps, with what is only shown meanwhile.
 */
export function isAnswerAwaited(context: IExecuteFunctions): boolean {
  // Who sent the first request is gone.
  if (context.getMode() === 'retry') return false;
  const { name } = context.getNode();
  const runs = runDataOf(context)?.resultData?.runData ?? {};
  const before = context.getParentNodes(name, { includeNodeParameters: true });
  const trigger = before.find((node) => runs[node.name]?.[0]?.source.length === 0);
  const type = trigger?.type.split('.').at(-1) ?? '';
  if (!answering.includes(type)) return false;
  const hasFormPage = context.getChildNodes(name).some((node) => node.type.endsWith('.form'));
  if (type === 'formTrigger' && hasFormPage) return true;
  const { responseMode = 'onReceived', options } = trigger?.parameters ?? {};
  const { responseMode: ofChat } = Object(options) as { responseMode?: unknown };
  return !modesApart.includes(type === 'chatTrigger' ? ofChat : responseMode);
}
