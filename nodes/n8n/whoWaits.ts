import { WAIT_FOR_SUB_EXECUTION, type IExecuteFunctions } from 'n8n-workflow';
import { runDataOf } from './execution';

/**
 * Whether this version of n8n gives the caller of a sub-workflow what that made, or how it failed,
 * also when it slept meanwhile. n8n 1 gives the caller its own items back; early versions of n8n 2
 * do so when the sub-workflow fails. This name came in with the last of their mends.
 */
export const handsResultToCaller = (): boolean => (WAIT_FOR_SUB_EXECUTION as unknown) !== undefined;

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
  const runs = Object.entries(runDataOf(context)?.resultData?.runData ?? {});
  const start = runs.find(([, [first]]) => first?.source.length === 0)?.[0];
  const before = context.getParentNodes(name, { includeNodeParameters: true });
  const trigger = before.find((node) => node.name === start);
  const type = trigger?.type.split('.').at(-1) ?? '';
  if (!answering.includes(type)) return false;
  if (type === 'formTrigger' && context.getChildNodes(name).some(isFormPage)) return true;
  const { responseMode = 'onReceived', options } = trigger?.parameters ?? {};
  const { responseMode: ofChat } = Object(options) as { responseMode?: unknown };
  return !modesApart.includes(type === 'chatTrigger' ? ofChat : responseMode);
}

const isFormPage = ({ type }: { type: string }) => type.endsWith('.form');
