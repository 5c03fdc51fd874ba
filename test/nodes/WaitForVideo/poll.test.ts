import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService, type Reply } from '../../engine/fakeService.ts';
import { haveVirtualTime } from '../../engine/virtualTime.ts';
import { runNode, type NodeRun } from '../../engine/runNode.ts';

haveVirtualTime();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const taskIdOf = (path: string) => decodeURIComponent(path.split('/').at(-1) as string);
const done = (id: string): Reply => ({
  status: 200,
  body: { id, status: 'completed', results: [`https://files.test/${id}.mp4`], credits: 3 },
});
const pending: Reply = { status: 200, body: { status: 'pending', progress: 40 } };

/** Replies to the n-th request for each task. */
const service = (reply: (taskId: string, nth: number) => Reply) => {
  const asked = new Map<string, number>();
  return fakeService(({ path }) => {
    const taskId = taskIdOf(path);
    const nth = asked.get(taskId) ?? 0;
    asked.set(taskId, nth + 1);
    return reply(taskId, nth);
  });
};

const waitFor = (taskIds: unknown[], more: Partial<NodeRun> = {}) =>
  runNode({
    type: 'waitForVideo',
    items: taskIds.map((id) => ({ json: { id } as never })),
    ...more,
    parameters: {
      download: false,
      ...more.parameters,
      options: {
        output: 'everything',
        keepInput: false,
        timeLimitMinutes: 1,
        stayAwake: true,
        intervalSeconds: 1,
        ...(more.parameters?.options as object),
      },
    },
  });

describe('WaitForVideo, in this execution', () => {
  it('gives the finished task with the address of its video', async () => {
    const asked = service((id, nth) => (nth === 0 ? pending : done(id)));
    const { outputs, error } = await waitFor(['task_1']);
    asked.verify();
    expect(error).toBeUndefined();
    expect(asked.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/tasks/task_1',
      'GET /v1/tasks/task_1',
    ]);
    expect(outputs[0]).toEqual([
      {
        json: {
          id: 'task_1',
          status: 'completed',
          results: ['https://files.test/task_1.mp4'],
          credits: 3,
          videoUrl: 'https://files.test/task_1.mp4',
          outcome: 'completed',
          polls: 2,
          waitedSeconds: expect.any(Number),
        },
        pairedItem: { item: 0 },
      },
    ]);
  });

  it('keeps the id when the service leaves it out, and moves a field that n8n would misread', async () => {
    service(() => ({
      status: 200,
      body: { status: 'completed', results: ['https://files.test/a.mp4'], error: '' },
    }));
    const { outputs, error } = await waitFor(['task_1'], {
      settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
    });
    expect(error).toBeUndefined();
    expect(outputs[0]?.[0]?.json).toMatchObject({ id: 'task_1', taskError: '', polls: 1 });
    expect(outputs[0]?.[0]?.json).not.toHaveProperty('error');
  });

  const failures: {
    name: string;
    replies: Reply[];
    parameters?: object;
    message: string;
    details: object;
  }[] = [
    {
      name: 'a failed task',
      replies: [{ status: 200, body: { status: 'failed', reason: 'blocked' } }],
      message: 'Task task_1 failed: blocked',
      details: {
        reason: 'failed',
        status: 'failed',
        paid: 'unknown',
        task: { status: 'failed', reason: 'blocked' },
      },
    },
    {
      name: 'the time limit while the task is still rendering',
      replies: [pending],
      parameters: { options: { timeLimitMinutes: 0 } },
      message: 'Task task_1 wasn’t finished within 0 min: its status was pending, 40 %',
      details: { reason: 'timedOut', status: 'pending' },
    },
    {
      name: 'the time limit while polls are failing',
      replies: [{ status: 500, body: { message: 'down' } }],
      parameters: { options: { timeLimitMinutes: 0 } },
      message:
        'The time limit of 0 min passed without a usable answer about task task_1: HTTP 500, down',
      details: { reason: 'timedOut' },
    },
  ];
  for (const { name, replies, parameters, message, details } of failures) {
    it(`sends ${name} down the error branch with the task id`, async () => {
      service((_, nth) => replies[nth]!);
      const { outputs } = await waitFor(['task_1'], {
        parameters: parameters as never,
        settings: { onError: 'continueErrorOutput' },
      });
      expect(outputs[0]).toEqual([]);
      expect(outputs[1]?.[0]?.json).toMatchObject({
        error: message,
        details: { taskId: 'task_1', polls: replies.length, ...details },
      });
    });
  }

  it('waits for the others before it stops, and says how they ended', async () => {
    const asked = service((id, nth) => {
      if (id === 'bad') return { status: 200, body: { status: 'failed' } };
      return nth === 0 ? pending : done(id);
    });
    const { error } = await waitFor(['bad', 'good']);
    expect(asked.requests).toHaveLength(3);
    expect(error?.message).toContain('Task bad failed');
    expect(error?.description).toContain(
      'The other rows: row 2, task good, finished (https://files.test/good.mp4).',
    );
  });

  it('ends at once when the execution is stopped, in the sleep and in a request', async () => {
    const asked = service((id) =>
      id === 'hanging' ? { status: 200, body: {}, delayMs: 15_000 } : pending,
    );
    const startedAtMs = Date.now();
    const result = waitFor(['hanging', 'task_1'], {
      parameters: { options: { intervalSeconds: 600 } },
      onStart: (execution) => {
        const stop = () =>
          asked.requests.length === 2
            ? setTimeout(() => execution.cancel(), 50)
            : setTimeout(stop, 5);
        stop();
      },
    });
    await result.catch(() => {});
    expect(Date.now() - startedAtMs).toBeLessThan(5_000);
  });
});
