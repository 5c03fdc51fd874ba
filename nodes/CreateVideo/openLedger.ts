import type { IExecuteFunctions } from 'n8n-workflow';
import { readPass } from '../n8n/execution';
import { isToolCall, readAgentTry } from '../n8n/toolCall';
import { memory } from './memory';
import { Ledger, type Book } from './pay/Ledger';

/** Opens the record of the pass over its input that the running node is in. */
export function openLedger(context: IExecuteFunctions): Ledger {
  const stored = context.getContext('node');
  const book = (stored.orders ??= { passes: {} }) as unknown as Book;
  const toolCall = isToolCall(context) && {
    call: context.getInputData()[0]?.json,
    agentTry: readAgentTry(context),
    nodeName: context.getNode().name,
  };
  const visitor = {
    executionId: context.getExecutionId(),
    passName: readPass(context),
    ...(toolCall && { toolCall }),
  };
  return new Ledger(book, visitor, memory.toolCalls);
}
