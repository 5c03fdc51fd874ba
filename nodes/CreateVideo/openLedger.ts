import type { IExecuteFunctions } from 'n8n-workflow';
import { readPass } from '../n8n/readPass';
import { isToolCall, readAgentTry } from '../n8n/toolCall';
import { Ledger, type Book } from './pay/Ledger';

/** Opens the record of the pass over its input that the running node is in. */
export function openLedger(context: IExecuteFunctions): Ledger {
  const executionId = context.getExecutionId();
  const stored = context.getContext('node');
  const book = (stored.orders ??= {
    passes: {},
    spent: { executionId, count: 0 },
  }) as unknown as Book;
  const node = context.getNode();
  return new Ledger(book, {
    executionId,
    passName: readPass(context),
    form: JSON.stringify(node.parameters),
    ...(isToolCall(context) && {
      toolCall: {
        call: context.getInputData()[0]?.json,
        agentTry: readAgentTry(context),
        nodeName: node.name,
      },
    }),
  });
}
