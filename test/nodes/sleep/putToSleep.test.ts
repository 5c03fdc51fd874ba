import { describe, expect, it } from 'vitest';
import {
  allowRetry,
  canBePutToSleep,
  endRun,
  hasSlept,
  putToSleep,
} from '../../../nodes/sleep/putToSleep.ts';
import { behind, items, openN8n } from './openN8n.ts';

describe('an execution can sleep', () => {
  it.each([
    ['nothing', {}, true],
    ['its entry', { getExecuteData: undefined }, false],
    ['the node of its entry', { getExecuteData: () => ({ data: { main: [items] } }) }, false],
    ['one input', { getExecuteData: () => ({ node: {}, data: { main: [items, items] } }) }, false],
    ['the data of its entry', { getExecuteData: () => ({ node: {} }) }, false],
    ['the inputs of its entry', { getExecuteData: () => ({ node: {}, data: {} }) }, false],
    ['its data', { runExecutionData: undefined }, false],
    ['what it works on', { runExecutionData: {} }, false],
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
    // As the copy finds it.
    stack.splice(0, 2);
    allowRetry(context);
    expect(stack).toEqual([behind]);
    allowRetry(context);
    expect(stack).toHaveLength(1);
  });

  it('leaves everything as it was where n8n takes no notice', async () => {
    const { context, node, entry, stack, handlers } = openN8n({
      putExecutionToWait: async () => {},
    });
    expect(await putToSleep(context, 99)).toBe(false);
    expect([entry, stack]).toEqual([{ node, data: { main: [items] } }, [behind]]);
    expect(handlers).toEqual([]);
  });
});

it('endRun leaves nothing to run', () => {
  const { context, executionData } = openN8n();
  endRun(context);
  expect(executionData).toEqual({ nodeExecutionStack: [], waitingExecution: {} });
  expect(() => endRun({} as never)).not.toThrow();
  const runs = [undefined, {}].map((run) => ({ getNode: () => ({}), runExecutionData: run }));
  for (const run of runs) expect(() => allowRetry(run as never)).not.toThrow();
});
