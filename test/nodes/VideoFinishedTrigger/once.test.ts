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
    expect([...results, later].filter(({ items }) => items)).toHaveLength(1);
    expect(later).toMatchObject({
      httpStatus: 200,
      message: 'The workflow has already run for this task',
    });
    const afterRestart = await call({ id: 'a' }, { ...shared, node: 'another process' });
    expect(afterRestart.items).toBeUndefined();
    expect((await call({ id: 'b' }, shared)).items).toHaveLength(1);
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

  it('starts at the test URL each time, whatever the production URL started', async () => {
    fakeService(() => done);
    const shared = { staticData: {}, node: 'both' };
    const modes = ['manual', 'webhook', 'manual'];
    const results = await Promise.all(modes.map((mode) => call({ id: 'a' }, { ...shared, mode })));
    expect(results.map(({ items }) => items?.length)).toEqual([1, 1, 1]);
  });

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
});
