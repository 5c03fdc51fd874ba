import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiKey, json } from '../clientService.ts';
import { openServer } from './connect.ts';

/** A server of which a client in this process waits for a task that is answered so. */
async function waitFor(answer: () => Response, options: RequestOptions = {}) {
  const baseUrl = 'https://a.example';
  const { call } = await openServer({ baseUrl, apiKey, fetch: async () => answer() });
  const startMs = performance.now();
  let isOver = false;
  const called = call('waitForVideo', { task_id: 'task_1' }, options).finally(
    () => (isOver = true),
  );
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  return { ...(await called), ms: performance.now() - startMs };
}

describe('waitForVideo', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('answers before a client gives up, that the task goes on and is to be waited for again', async () => {
    const { ms, ...answer } = await waitFor(json({ status: 'drawing', progress: 40 }));
    expect(ms).toBeLessThan(50_000);
    expect(answer).toMatchObject({ task_id: 'task_1', ended: false, isError: false });
    expect(answer.message).toBe(
      "It is drawing 40. Call waitForVideo again with this task_id, and don't order it again.",
    );
  });

  it('tells a client that asks for it how it goes, in rising numbers', async () => {
    const told: unknown[] = [];
    await waitFor(json({ status: 'drawing', progress: 40 }), {
      onprogress: ({ progress, message }) => told.push([progress, message]),
    });
    expect(told.slice(0, 2)).toEqual([
      [1, 'drawing 40'],
      [2, 'drawing 40'],
    ]);
    expect(told.length).toBeGreaterThan(5);
  });

  it('does not ask to wait again for a task that nobody knows, or whose end has no video', async () => {
    const unknown = await waitFor(json({ message: 'No such task' }, 404));
    expect(unknown).toMatchObject({ task_id: 'task_1', isError: true });
    expect(unknown.message).toContain('No such task');
    const empty = await waitFor(json({ status: 'completed' }));
    expect(empty).toMatchObject({ task_id: 'task_1', isError: true });
    expect(empty.message).toContain('is completed without a video');
  });
});
