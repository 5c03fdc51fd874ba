import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerResumeCall } from '../../../nodes/sleep/resumeWebhook.ts';
import { waker, watcher } from '../../../nodes/sleep/processState.ts';
import type { StoredSleep } from '../../../nodes/sleep/stored.ts';

afterEach(() => vi.restoreAllMocks());

const waking = 'Waking up to look at the task';

/** A call to an execution, and what is stored of its sleep; undefined where it is awake. */
function callTo(executionId: string, sleep?: Partial<StoredSleep>, body: unknown = {}) {
  const flow = { videoSleep: { executionId, timersMs: [], ...(sleep && { sleep }) } };
  return {
    getExecutionId: () => executionId,
    getBodyData: () => body,
    runExecutionData: { executionData: { contextData: { flow } } },
  };
}

const messageOf = async (call: ReturnType<typeof callTo>) =>
  (await answerResumeCall(call)).webhookResponse.message;

describe('a call to the resume URL', () => {
  it('wakes one that nobody watches, once, and is stored with its sleep', async () => {
    const sleep = { id: 'a sleep', isCalled: false };
    expect(await answerResumeCall(callTo('1', sleep))).toEqual({
      workflowData: [],
      webhookResponse: { message: waking },
    });
    expect(sleep.isCalled).toBe(true);
    const copy = { id: 'a sleep', isCalled: false };
    expect(await answerResumeCall(callTo('1', copy))).toEqual({
      webhookResponse: { message: 'Already waking up' },
    });
    expect(copy.isCalled).toBe(false);
  });

  it('wakes none that is awake', async () => {
    expect(await messageOf(callTo('2'))).toBe('Not asleep');
  });

  it.each<[string, unknown, string]>([
    ['names a task', { id: ' task-1 ', status: 'completed' }, 'task-1'],
    ['names it by a number', { id: 17 }, '17'],
    ['names it by something else', { id: { toString: 'x' } }, ''],
    ['has no body', undefined, ''],
  ])('makes the watcher look where it %s', async (_, body, taskId) => {
    const lookNow = vi.spyOn(watcher, 'lookNow').mockReturnValue(false);
    expect(await messageOf(callTo('3', { id: taskId }, body))).toBe('Looking at the task');
    expect(lookNow).toHaveBeenCalledExactlyOnceWith('3', taskId);
  });

  it('wakes one that this process calls, whatever its tasks do', async () => {
    vi.spyOn(waker, 'isCalling').mockImplementation((executionId) => executionId === '4');
    const lookNow = vi.spyOn(watcher, 'lookNow').mockReturnValue(false);
    expect(await messageOf(callTo('4', { id: 'of 4' }))).toBe(waking);
    expect(lookNow).not.toHaveBeenCalled();
  });

  it('wakes it also where reading the call fails: n8n would throw away what it has done', async () => {
    const call = callTo('5', { id: 'of 5' });
    call.getBodyData = () => {
      throw new Error('no body');
    };
    expect(await answerResumeCall(call)).toMatchObject({ workflowData: [] });
  });
});
