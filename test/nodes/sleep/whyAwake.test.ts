import type { IExecuteFunctions } from 'n8n-workflow';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handsResultToCaller, isAnswerAwaited } from '../../../nodes/n8n/howItRuns.ts';
import { whyAwake } from '../../../nodes/sleep/fallAsleep.ts';

vi.mock('../../../nodes/n8n/howItRuns.ts', async (importActual) => ({
  ...(await importActual<object>()),
  handsResultToCaller: vi.fn(),
  isAnswerAwaited: vi.fn(),
}));
vi.mock('../../../nodes/sleep/putToSleep.ts', () => ({ canBePutToSleep: () => true }));
const thisN8nHandsItBack = (yes: boolean) => vi.mocked(handsResultToCaller).mockReturnValue(yes);

/** A sub-workflow that was called once, with two items. */
const called = (shouldResume: boolean) =>
  ({
    getMode: () => 'integrated',
    getParentNodes: () => [],
    getNode: () => ({ type: 'n8n-nodes-video-generation.waitForVideo' }),
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

  it.each([
    ['may sleep where n8n gives the caller what it made', true, true, undefined],
    ['stays awake where n8n gives the caller its own items back', true, false, awake],
    ['may sleep on any n8n when its caller does not wait', false, false, undefined],
  ])('%s', (_, shouldResume, handsItBack, why) => {
    thisN8nHandsItBack(handsItBack);
    expect(whyAwake(called(shouldResume))).toBe(why);
  });

  const parentExecution = { executionId: '0', workflowId: 'p', shouldResume: true };
  const startedWith = (start: object) => ({
    parentExecution,
    resultData: { runData: { Start: [{ source: [], ...start }] } },
  });
  it.each<[string, object | undefined]>([
    ['with one item, which may be one of several calls', startedWith({ data: { main: [[{}]] } })],
    ['with items that are not known', startedWith({})],
    [
      'with one item, of which another node made two',
      {
        parentExecution,
        resultData: {
          runData: {
            Another: [{ source: [{}], data: { main: [[{}, {}]] } }],
            Start: [{ source: [], data: { main: [[{}]] } }],
          },
        },
      },
    ],
    ['without an output', startedWith({ data: { main: [] } })],
    ['with an output of another shape', startedWith({ data: {} })],
    ['by a node that has not run', { parentExecution, resultData: { runData: { Start: [] } } }],
    ['at nobody knows which node', { parentExecution }],
    [
      'by one that may not wait',
      { ...startedWith({ data: { main: [[{}, {}]] } }), parentExecution: {} },
    ],
    ['by nobody knows whom', {}],
    ['in an n8n that shows nothing of it', undefined],
  ])('stays awake where it was called %s', (_, runExecutionData) => {
    expect(whyAwake({ ...called(true), runExecutionData } as never)).toBe(awake);
  });
});

describe('an execution', () => {
  const notSaved = 'n8n only stores executions of saved workflows';
  it.each<[string, string, object, string | undefined]>([
    ['that n8n stores', 'trigger', {}, undefined],
    ['in the mode cli', 'cli', {}, 'n8n’s command line ends with the run'],
    [
      'in the mode evaluation',
      'evaluation',
      {},
      'n8n’s evaluations don’t wait for a sleeping execution',
    ],
    ['in the mode internal', 'internal', {}, 'n8n doesn’t store this kind of execution'],
    ['without an ID', 'manual', { getExecutionId: () => undefined }, notSaved],
    ['of a new workflow', 'manual', { getWorkflow: () => ({ id: undefined }) }, notSaved],
    ['of an unsaved workflow', 'manual', { getWorkflow: () => ({ id: '' }) }, notSaved],
    [
      'on Engine 2.0',
      'trigger',
      { getExecutionId: () => '019aaf51-7a3c-7b7e-8d2f-0b6a4c1d2e3f' },
      'n8n’s Engine 2.0 can’t let an execution sleep',
    ],
    [
      'of an AI agent',
      'trigger',
      { getNode: () => ({ type: 'n8n-nodes-video-generation.waitForVideoTool' }) },
      'an AI agent waits for the answer of its tool',
    ],
  ])('%s sleeps, or stays awake for a reason', (_, mode, more, why) => {
    expect(whyAwake({ ...called(true), getMode: () => mode, ...more } as never)).toBe(why);
  });

  it('stays awake where somebody waits for its answer', () => {
    vi.mocked(isAnswerAwaited).mockReturnValueOnce(true);
    const why = whyAwake({ ...called(true), getMode: () => 'webhook' } as never);
    expect(why).toBe('whoever started the workflow waits for its answer');
  });
});
