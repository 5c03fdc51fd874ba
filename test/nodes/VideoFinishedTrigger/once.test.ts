import { ObservableObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { call, done, keepApart } from './scene.ts';

keepApart();

describe('VideoFinishedTrigger, called again', () => {
  it('starts the workflow once for a task, however often and close together it is called', async () => {
    fakeService(() => done);
    const shared = { staticData: {}, node: 'once' };
    const results = await Promise.all([1, 2, 3].map(() => call({ id: 'a' }, shared)));
    const later = await call({ id: 'a' }, shared);
    const afterRestart = await call({ id: 'a' }, { ...shared, node: 'another process' });
    const other = await call({ id: 'b' }, shared);
    expect([...results, later].filter(({ items }) => items)).toHaveLength(1);
    expect(later).toMatchObject({
      httpStatus: 200,
      message: 'The workflow has already run for this task',
    });
    expect(afterRestart.items).toBeUndefined();
    expect(other.items).toHaveLength(1);
  });

  it('starts the workflow once, wherever between answer and start the next call falls', async () => {
    fakeService(() => done);
    const shared = { staticData: {}, node: 'between' };
    for (let steps = 0; steps < 60; steps++) {
      const id = `after_${steps}`;
      let next: ReturnType<typeof call> | undefined;
      const callNext = async () => {
        for (let step = 0; step < steps; step++) await undefined;
        return await call({ id }, shared);
      };
      const first = await call({ id }, { ...shared, onAnswer: () => void (next ??= callNext()) });
      expect([first, await next!].filter(({ items }) => items)).toHaveLength(1);
    }
  });

  it.each([
    ['manual', 'webhook'],
    ['webhook', 'manual'],
  ])(
    'starts both executions when the test URL is called at the same time (%s first)',
    async (...modes) => {
      fakeService(() => done);
      const shared = { staticData: {}, node: `both ${modes[0]}` };
      const results = await Promise.all(
        modes.map((mode) => call({ id: 'a' }, { ...shared, mode })),
      );
      expect(results.map(({ items }) => items?.length)).toEqual([1, 1]);
    },
  );

  it('has n8n store what it remembers, each time', async () => {
    fakeService(() => done);
    const shared = { node: 'stored', staticData: ObservableObject.create({ ids: ['old'] }) };
    for (const id of ['a', 'b']) {
      Object.assign(shared.staticData, { __dataChanged: false });
      expect((await call({ id }, shared)).items).toHaveLength(1);
      expect(shared.staticData.__dataChanged).toBe(true);
    }
    expect(shared.staticData.ids).toEqual(['old', 'a', 'b']);
  });

  it('forgets the oldest tasks when it has started for many, and never the newest', async () => {
    fakeService(() => done);
    const old = Array.from({ length: 1_000 }, (_, index) => `old_${index}`);
    const staticData = { ids: old };
    const calls = ['process 1', 'process 2'].map((node) => ({ node, staticData }));
    expect((await call({ id: 'new' }, calls[0])).items).toHaveLength(1);
    expect((await call({ id: 'new' }, calls[1])).items).toBeUndefined();
    expect(staticData.ids).toEqual([...old.slice(1), 'new']);
  });

  it('answers by itself when it starts, or n8n would forget what the node remembers', async () => {
    fakeService(() => done);
    expect(await call({ id: 'a' })).toMatchObject({
      noWebhookResponse: true,
      message: 'The workflow was started',
    });
  });

  it('takes the same task again at its test URL', async () => {
    fakeService(() => done);
    const shared = { staticData: {}, node: 'test', mode: 'manual' };
    expect((await call({ id: 'a' }, shared)).items).toHaveLength(1);
    expect((await call({ id: 'a' }, shared)).items).toHaveLength(1);
  });
});
