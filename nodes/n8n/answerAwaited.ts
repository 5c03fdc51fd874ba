import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { runDataOf } from './howItRuns';

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
