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

  it('waits for the others before it stops, and says how they ended', async () => {
    const asked = service((id, nth) => {
      if (id === 'bad') return { status: 200, body: { status: 'failed' } };
      return nth === 0 ? pending : done(id);
    });
    const { error } = await waitFor(['bad', 'good']);
    expect(asked.requests).toHaveLength(3);
    expect(error?.message).toContain('Task bad failed');
    expect(error?.description).toContain(
      'Tasks: row 1 (bad), row 2 (good, completed). Wait for Video gets their videos by these IDs.',
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
