import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Reply } from '../../../engine/fakeService.ts';
import { haveVirtualTime } from '../../../engine/virtualTime.ts';
import { answer, done, idOf, run, task } from './scene.ts';

haveVirtualTime();
beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

describe('WaitForVideo, in n8n’s engine', () => {
  it('sends every row down the error branch when the node has no credential', async () => {
    answer();
    const noCredential = { credentials: {} as never, onError: 'continueErrorOutput' as const };
    const { outputs } = await run({}, noCredential);
    expect(outputs[0]).toEqual([]);
    expect(outputs[1]).toHaveLength(1);
  });

  it('takes numbers and switches as text, as expressions give them', async () => {
    answer();
    const options = { timeLimitMinutes: '={{ "5" }}', intervalSeconds: ' 2 ' };
    const { error, outputs } = await run({ parameters: { options } });
    expect(error).toBeUndefined();
    expect(outputs[0]).toHaveLength(1);
  });

  it('keeps what the service calls outcome under a name of its own, and says nothing of money', async () => {
    answer((path) => ({
      ...done(path),
      body: { ...(done(path) as { body: object }).body, paid: 12, outcome: 'good' },
    }));
    const { outputs } = await run({});
    expect(outputs[0]?.[0]?.json).toMatchObject({
      paid: 12,
      outcome: 'completed',
      taskOutcome: 'good',
    });
  });

  it('gives every task with its state in the error’s details, and a few in the text', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
    answer((path) => {
      const replies: Record<string, Reply> = {
        b: task({ status: 'failed' }),
        c: task({ status: 'pending' }),
      };
      return replies[idOf(path)] ?? done(path);
    });
    const { error } = await run({ rows, parameters: { options: { timeLimitMinutes: 0 } } });
    expect(error?.message).toBe('Row 2: Task b failed');
    expect(error?.description).toContain(
      'The other rows: row 1, task a, finished (https://files.test/a.mp4); row 3, task c, still open; row 4, task d, finished (https://files.test/d.mp4). To get every row next time, choose an On Error setting that continues.',
    );
    expect((error?.context as { rows: object }).rows).toEqual([
      { row: 1, paid: 'yes', taskId: 'a', videoUrl: 'https://files.test/a.mp4' },
      { row: 2, paid: 'unknown', taskId: 'b', reason: 'failed' },
      { row: 3, paid: 'yes', taskId: 'c', reason: 'timedOut' },
      { row: 4, paid: 'yes', taskId: 'd', videoUrl: 'https://files.test/d.mp4' },
    ]);
  });

  it('names no more rows in the text than a person reads, and all of them in the details', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({ id: `task_${n}` }));
    answer((path) => (idOf(path) === 'task_7' ? task({ status: 'failed' }) : done(path)));
    const { error } = await run({ rows });
    expect(error?.description).toContain(
      'Of the other 299 rows, 299 finished; the error’s details name the task and state of each.',
    );
    expect((error?.context as { rows: object[] }).rows).toHaveLength(300);
  });
});
