import type { IExecuteFunctions, IRun } from 'n8n-workflow';
import { describe, expect, it, vi } from 'vitest';
import {
  allowRetry,
  canBePutToSleep,
  endRun,
  hasSlept,
  putToSleep,
} from '../../../nodes/sleep/putToSleep.ts';

const items = [{ json: { a: 1 } }];
const behind = { node: { name: 'Behind' }, data: { main: [] } };

/** What a running node sees of n8n. */
function openN8n(more: object = {}) {
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

describe('an execution can sleep', () => {
  it.each([
    ['nothing', {}, true],
    ['its entry', { getExecuteData: undefined }, false],
    ['the node of its entry', { getExecuteData: () => ({ data: { main: [items] } }) }, false],
    ['one input', { getExecuteData: () => ({ node: {}, data: { main: [items, items] } }) }, false],
    ['the data of its entry', { getExecuteData: () => ({ node: {} }) }, false],
    ['its data', { runExecutionData: undefined }, false],
    ['its stack', { runExecutionData: { executionData: {} } }, false],
    ['the way to wait', { putExecutionToWait: undefined }, false],
    ['the list of handlers', { additionalData: { hooks: { handlers: {} } } }, false],
  ])('unless n8n lacks %s', async (_, lacking, can) => {
    const { context, stack } = openN8n(lacking);
    expect(canBePutToSleep(context)).toBe(can);
    expect(await putToSleep(context, 99)).toBe(can);
    expect(stack.length).toBe(can ? 4 : 1);
  });
});

describe('putToSleep', () => {
  it('has a copy stand behind the entry, with the same input, whatever n8n puts back', async () => {
    const { context, node, entry, stack, runData, handlers } = openN8n();
    await putToSleep(context, 99);
    expect(runData.waitTill).toEqual(new Date(99));
    const idle = { ...node, alwaysOutputData: false };
    expect(entry).toEqual({ node: idle, data: { main: [] } });
    const [first, copy, refusing] = stack as Array<{ node: object; data: { main: never[] } }>;
    expect(first).toEqual({ node: { ...idle, disabled: true }, data: { main: [] } });
    expect(copy!.node).toEqual(node);
    expect([hasSlept(copy!.data.main[0]!), hasSlept(items as never)]).toEqual([true, false]);
    const name = 'Wait, asleep: choose “Retry with original workflow”';
    expect(refusing!.node).toMatchObject({ name, type: 'n8n-nodes-base.noOp', disabled: true });
    const stored = { nodeExecutionStack: [entry] };
    const data = { executionData: stored } as never;
    handlers[0]!({ data });
    expect(stored.nodeExecutionStack).toEqual([entry]);
    handlers[0]!({ data, waitTill: new Date(99) });
    expect(stored.nodeExecutionStack).toEqual([entry, first, copy, refusing, behind]);
    allowRetry(context);
    expect(stack).toEqual([first, copy, behind]);
    allowRetry(context);
    expect(stack).toHaveLength(3);
  });

  it.each([async () => {}, () => Promise.reject(new Error('no'))])(
    'leaves everything as it was where n8n refuses',
    async (putExecutionToWait) => {
      const { context, node, entry, stack, runData, handlers, warn } = openN8n({
        putExecutionToWait,
      });
      expect(await putToSleep(context, 99)).toBe(false);
      expect([entry, stack]).toEqual([{ node, data: { main: [items] } }, [behind]]);
      expect([handlers, 'waitTill' in runData]).toEqual([[], false]);
      expect(warn).toHaveBeenCalledOnce();
    },
  );
});

it('endRun leaves nothing to run', () => {
  const { context, executionData } = openN8n();
  endRun(context);
  expect(executionData).toEqual({ nodeExecutionStack: [], waitingExecution: {} });
  expect(() => endRun({} as never)).not.toThrow();
  expect(() => allowRetry({ getNode: () => ({}) } as never)).not.toThrow();
});
