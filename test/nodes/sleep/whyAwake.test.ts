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

  const waits = { executionId: '0', workflowId: 'p', shouldResume: true };
  const from = (parentExecution: object, ...runs: object[]) => {
    const runData = Object.fromEntries(runs.map((run, nth) => [`Node ${nth}`, [run]]));
    return { parentExecution, resultData: { runData } };
  };
  const start = (data?: object) => ({ source: [], ...(data && { data }) });
  const [one, two] = [start({ main: [[{}]] }), start({ main: [[{}, {}]] })];
  it.each<[string, object | undefined]>([
    ['with one item, which may be one of several calls', from(waits, one)],
    ['with items that are not known', from(waits, start())],
    ['with one item, of which another node made two', from(waits, { ...two, source: [{}] }, one)],
    ['without an output', from(waits, start({ main: [] }))],
    ['with an output of another shape', from(waits, start({}))],
    ['by a node that has not run', { parentExecution: waits, resultData: { runData: { S: [] } } }],
    ['at nobody knows which node', { parentExecution: waits }],
    ['by one that may not wait', from({}, two)],
    ['by nobody knows whom', {}],
    ['in an n8n that shows nothing of it', undefined],
  ])('stays awake where it was called %s', (_, runExecutionData) => {
    expect(whyAwake({ ...called(true), runExecutionData } as never)).toBe(awake);
  });
});

describe('an execution', () => {
  const notSaved = 'n8n only stores executions of saved workflows';
  const evaluations = 'n8n’s evaluations don’t wait for a sleeping execution';
  const engineTwo = { getExecutionId: () => '019aaf51-7a3c-7b7e-8d2f-0b6a4c1d2e3f' };
  const tool = { getNode: () => ({ type: 'n8n-nodes-video-generation.waitForVideoTool' }) };
  it.each<[string, string | undefined, mode?: string, context?: object]>([
    ['that n8n stores', undefined],
    ['in the mode cli', 'n8n’s command line ends with the run', 'cli'],
    ['in the mode evaluation', evaluations, 'evaluation'],
    ['in the mode internal', 'n8n doesn’t store this kind of execution', 'internal'],
    ['without an ID', notSaved, 'manual', { getExecutionId: () => undefined }],
    ['of a new workflow', notSaved, 'manual', { getWorkflow: () => ({ id: undefined }) }],
    ['of an unsaved workflow', notSaved, 'manual', { getWorkflow: () => ({ id: '' }) }],
    ['on Engine 2.0', 'n8n’s Engine 2.0 can’t let an execution sleep', 'trigger', engineTwo],
    ['of an AI agent', 'an AI agent waits for the answer of its tool', 'trigger', tool],
  ])('%s sleeps, or stays awake for a reason', (_, why, mode = 'trigger', more = {}) => {
    expect(whyAwake({ ...called(true), getMode: () => mode, ...more } as never)).toBe(why);
  });

  it('stays awake where somebody waits for its answer', () => {
    vi.mocked(isAnswerAwaited).mockReturnValueOnce(true);
    const why = whyAwake({ ...called(true), getMode: () => 'webhook' } as never);
    expect(why).toBe('whoever started the workflow waits for its answer');
  });
});
