import * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { runDataOf } from './execution';

/**
 * Whether this version of n8n gives the caller of a sub-workflow what that made, or how it failed,
 * also when it slept meanwhile. n8n 1 gives the caller its own items back; early versions of n8n 2
 * do so when the sub-workflow fails. This name came in with the last of their mends.
 */
export const handsResultToCaller = (): boolean => 'WAIT_FOR_SUB_EXECUTION' in n8nWorkflow;

/** Triggers that answer with what the last node gives out, and whether theirs is set to. */
const answersAtTheEnd: Record<string, (context: IExecuteFunctions, form: IDataObject) => boolean> =
  {
    webhook: (_, { responseMode }) => responseMode === 'lastNode' || responseMode === 'streaming',
    formTrigger: (context, { responseMode }) =>
      responseMode === 'lastNode' || hasFormBehind(context),
    chatTrigger(_, { options }) {
      const { responseMode } = Object(options) as IDataObject;
      return responseMode !== 'responseNode' && responseMode !== 'responseNodes';
    },
  };

/**
 * Whether whoever started the execution waits for what it gives out in the end. n8n answers them as
 * soon as the execution sleeps, with what is only shown meanwhile.
 */
export function isAnswerAwaited(context: IExecuteFunctions): boolean {
  // Who sent the first request is gone.
  if (context.getMode() === 'retry') return false;
  const runs = Object.entries(runDataOf(context)?.resultData?.runData ?? {});
  const start = runs.find(([, [first]]) => first?.source.length === 0)?.[0];
  const trigger = context.getParentNodes(context.getNode().name).find(({ name }) => name === start);
  const isSetTo = answersAtTheEnd[trigger?.type.split('.').at(-1) ?? ''];
  if (start === undefined || isSetTo === undefined) return false;
  const { $node } = context.getWorkflowDataProxy(0) as unknown as {
    $node: Record<string, { parameter: IDataObject }>;
  };
  return isSetTo(context, $node[start]!.parameter);
}

const hasFormBehind = (context: IExecuteFunctions): boolean =>
  context.getChildNodes(context.getNode().name).some(({ type }) => type.endsWith('.form'));
