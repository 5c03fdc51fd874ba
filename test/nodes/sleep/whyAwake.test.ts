import type { IExecuteFunctions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handsResultToCaller } from '../../../nodes/n8n/whoWaits.ts';
import { whyAwake } from '../../../nodes/sleep/whyAwake.ts';

vi.mock('../../../nodes/n8n/whoWaits.ts');
vi.mock('../../../nodes/sleep/putToSleep.ts', () => ({ canBePutToSleep: () => true }));
const thisN8nHandsItBack = (yes: boolean) => vi.mocked(handsResultToCaller).mockReturnValue(yes);

/** A sub-workflow that was called once, with two items. */
const called = (shouldResume: boolean) =>
  ({
    getMode: () => 'integrated',
    getParentNodes: () => [],
    getNode: () => ({ type: 'n8n-nodes-videogen.waitForVideo' }),
    getExecutionId: () => '1',
    getWorkflow: () => ({ id: 'w' }),
    runExecutionData: {
      parentExecution: { executionId: '0', workflowId: 'p', shouldResume },
      resultData: {
        runData: { Start: [{ source: [], data: { main: [[{ json: {} }, { json: {} }]] } }] },
      },
    },
  }) as unknown as IExecuteFunctions;

describe('a workflow that another one called', () => {
  beforeEach(() => thisN8nHandsItBack(true));
  const awake = 'the workflow that called this one might go on without the result';

  it('may sleep where n8n gives the caller what it made', () => {
    expect(whyAwake(called(true))).toBeUndefined();
  });

  it('stays awake where n8n gives the caller its own items back', () => {
    thisN8nHandsItBack(false);
    expect(whyAwake(called(true))).toBe(awake);
  });

  it('may sleep on any n8n when its caller does not wait', () => {
    thisN8nHandsItBack(false);
    expect(whyAwake(called(false))).toBeUndefined();
  });

  it.each<[string, object]>([
    ['with one item, which may be one of several calls', { data: { main: [[{ json: {} }]] } }],
    ['with items that are not known', {}],
  ])('stays awake where it was called %s', (_, start) => {
    const resultData = { runData: { Start: [{ source: [], ...start }] } };
    const parentExecution = { executionId: '0', workflowId: 'p', shouldResume: true };
    const runExecutionData = { parentExecution, resultData };
    expect(whyAwake({ ...called(true), runExecutionData } as never)).toBe(awake);
    expect(whyAwake({ ...called(true), runExecutionData: {} } as never)).toBe(awake);
    expect(whyAwake({ ...called(true), runExecutionData: undefined } as never)).toBe(awake);
  });
});

describe('an execution', () => {
  const inMode = (mode: string, more: object = {}) =>
    whyAwake({ ...called(true), getMode: () => mode, ...more } as never);

  it('may sleep where n8n stores it', () => {
    expect(inMode('trigger')).toBeUndefined();
  });

  it.each([
    ['cli', 'command line'],
    ['evaluation', 'evaluations'],
    ['internal', 'doesn’t store'],
  ])('stays awake in the mode %s', (mode, why) => {
    expect(inMode(mode)).toContain(why);
  });

  it.each([
    { getExecutionId: () => undefined },
    { getWorkflow: () => ({ id: undefined }) },
    { getWorkflow: () => ({ id: '' }) },
  ])('stays awake where its workflow is not saved', (more) => {
    expect(inMode('manual', more)).toBe('n8n only stores executions of saved workflows');
  });

  it('stays awake on Engine 2.0', () => {
    const more = { getExecutionId: () => '019aaf51-7a3c-7b7e-8d2f-0b6a4c1d2e3f' };
    expect(inMode('trigger', more)).toBe('n8n’s Engine 2.0 can’t let an execution sleep');
  });

  it('stays awake for an AI agent', () => {
    const more = { getNode: () => ({ type: 'n8n-nodes-videogen.waitForVideoTool' }) };
    expect(inMode('trigger', more)).toBe('an AI agent waits for the answer of its tool');
  });
});
