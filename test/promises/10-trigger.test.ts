import { describe, expect, it } from 'vitest';
import { fakeService } from '../engine/fakeService.ts';
import { call, done } from '../nodes/VideoFinishedTrigger/scene.ts';
import { beginPromises } from './scene.ts';

beginPromises();

// What the docs say that a minute may cost in questions to the service.
const looksPerMinute = 120;

describe('10: the trigger starts once for each real task', () => {
  it('however often and close together it is called for it', async () => {
    fakeService(() => done);
    const place = { staticData: {}, node: 'once' };
    const answers = await Promise.all([1, 2, 3].map(() => call({ id: 'task_real' }, place)));
    for (const node of ['once', 'another process'])
      answers.push(await call({ id: 'task_real' }, { ...place, node }));
    expect(answers.filter(({ items }) => items !== undefined)).toHaveLength(1);
    const message = 'The workflow has already run for this task';
    expect(answers.at(-1)).toMatchObject({ httpStatus: 200, message });
  });

  it('not for a task that the service doesn’t know', async () => {
    fakeService(() => ({ status: 404, body: {} }));
    const { items } = await call({ id: 'made_up', status: 'completed' }, { node: 'unknown' });
    expect(items).toBeUndefined();
  });

  it('what strangers can cause is bounded', async () => {
    const service = fakeService(() => ({ status: 404, body: {} }));
    const place = { staticData: {}, node: 'bounded' };
    const all = Array.from({ length: 400 }, (_, n) => call({ id: `made_up_${n}` }, place));
    await Promise.all(all);
    expect(service.requests.length).toBeLessThanOrEqual(looksPerMinute);
  });
});
