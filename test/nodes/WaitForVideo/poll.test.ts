import { describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { done, itemsAfter, keepApart, pending, service, workflow } from '../sleep/visits/scene.ts';

keepApart();

const waitAwake = (ids: string[], intervalSeconds = 1) =>
  workflow(ids, { options: { stayAwake: true, intervalSeconds } });

describe('WaitForVideo, in this execution', () => {
  it('gives the finished task with the address of its video', async () => {
    const asked = service({ a: 1 });
    const run = await runWorkflow(waitAwake(['a']));
    expect(asked.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/tasks/a',
      'GET /v1/tasks/a',
    ]);
    const videoUrl = 'https://files.test/a.mp4';
    const json = {
      ...{ id: 'a', status: 'completed', results: [videoUrl], videoUrl },
      ...{ outcome: 'completed', polls: 2, waitedSeconds: expect.any(Number) },
    };
    expect(itemsAfter(run)).toEqual([{ json, pairedItem: { item: 0 } }]);
  });

  it('waits for the others before it stops, and says how they ended', async () => {
    const { requests } = fakeService(({ path }, nth) => {
      if (path.endsWith('bad')) return { status: 200, body: { status: 'failed' } };
      return nth < 2 ? pending : done('good');
    });
    const { error } = (await runWorkflow(waitAwake(['bad', 'good']))).data.resultData;
    expect(requests).toHaveLength(3);
    expect(error?.message).toContain('Task bad failed');
    expect(error?.description).toContain(
      'Tasks: row 1 (bad), row 2 (good, completed). Wait for Video gets their videos by these IDs.',
    );
  });

  it('ends at once when the execution is stopped, in the sleep and in a request', async () => {
    const { requests } = fakeService(({ path }) =>
      path.endsWith('hanging') ? { ...pending, delayMs: 15_000 } : pending,
    );
    const startedAtMs = Date.now();
    const onStart = (run: { cancel: () => void }) => setTimeout(() => run.cancel(), 1_000);
    await runWorkflow({ ...waitAwake(['hanging', 'a'], 600), onStart }).catch(() => {});
    expect(requests).toHaveLength(2);
    expect(Date.now() - startedAtMs).toBeLessThan(5_000);
  });
});
