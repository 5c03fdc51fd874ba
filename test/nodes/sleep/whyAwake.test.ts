import type { IExecuteFunctions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handsResultToCaller } from '../../../nodes/n8n/handsResultToCaller.ts';
import { whyAwake } from '../../../nodes/sleep/whyAwake.ts';

vi.mock('../../../nodes/n8n/handsResultToCaller.ts');
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
});
