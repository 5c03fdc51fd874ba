import type { IExecuteFunctions, IRun } from 'n8n-workflow';
import { vi } from 'vitest';

export const items = [{ json: { a: 1 } }];
export const behind = { node: { name: 'Behind' }, data: { main: [] } };

/** What a running node sees of n8n. */
export function openN8n(more: object = {}) {
  const node = { name: 'Wait', type: 'own', alwaysOutputData: true };
  const entry = { node, data: { main: [items] } };
  const stack: unknown[] = [behind];
  const executionData = { nodeExecutionStack: stack, waitingExecution: { Merge: {} } };
  const runData: { executionData: object; waitTill?: Date } = { executionData };
  const handlers: Array<(run: Partial<IRun>) => void> = [];
  const warn = vi.fn();
  const context = {
    ...{ getExecuteData: () => entry, getNode: () => node, logger: { warn } },
    runExecutionData: runData,
    additionalData: { hooks: { handlers: { workflowExecuteAfter: handlers } } },
    putExecutionToWait: async (at: Date) => void (runData.waitTill = at),
    ...more,
  } as unknown as IExecuteFunctions;
  return { context, node, entry, stack, executionData, runData, handlers, warn };
}
