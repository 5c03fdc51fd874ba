import { describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { runWorkflow } from '../../engine/runWorkflow.ts';
import { keepApart, pending, workflow } from '../sleep/visits/scene.ts';

keepApart();

const waitAwake = (ids: string[], intervalSeconds = 1) =>
  workflow(ids, { options: { stayAwake: true, intervalSeconds } });

describe('WaitForVideo, in this execution', () => {
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
