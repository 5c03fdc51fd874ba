import { describe, expect, it } from 'vitest';
import { startTestSandbox, textRequest } from '../startTestSandbox.ts';
import { waitFor } from '../waitFor.ts';

const withFault = (fault: string) => ({ ...textRequest, prompt: `A boat sandbox:${fault}.` });

describe('task faults', () => {
  it('lets a task fail with the asked code', async () => {
    const sandbox = await startTestSandbox();
    expect(await sandbox.finish(await sandbox.create(withFault('fail=no_credits')))).toMatchObject({
      status: 'failed',
      error: { code: 'no_credits', message: 'The task was asked to fail' },
    });
  });

  it('lets the progress stick and the task never finish', async () => {
    const sandbox = await startTestSandbox();
    const stuck = await sandbox.create(withFault('stuck=37'));
    const later = await sandbox.create();
    await sandbox.finish(later);
    expect(await sandbox.readTask(stuck)).toMatchObject({ status: 'pending', progress: 37 });
  });

  it('lets a task take its time, with progress on the way', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create(withFault('takes=0.6'));
    const seen: number[] = [];
    await waitFor(async () => {
      const task = await sandbox.readTask(id);
      if (typeof task.progress === 'number') seen.push(task.progress);
      return task.status === 'completed' || undefined;
    });
    expect(seen.some((percent) => percent > 0 && percent < 99)).toBe(true);
    expect(seen).toStrictEqual(seen.toSorted((a, b) => a - b));
  });

  it('leaves the progress out', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create(withFault('no-progress sandbox:stuck'));
    expect(await sandbox.readTask(id)).toStrictEqual({ id, status: 'pending' });
  });

  it('shows an unknown status before the result', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create(withFault('status=warming_up sandbox:stuck'));
    expect(await sandbox.readTask(id)).toMatchObject({ id, status: 'warming_up' });
  });

  it('ends in an unknown status', async () => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create(withFault('final-status'));
    expect(await sandbox.finish(id)).toStrictEqual({ id, status: 'canceled' });
  });

  it.each([
    ['no-results', { status: 'completed' }],
    ['empty-results', { status: 'completed', results: [] }],
  ])('completes without a usable result with %s', async (fault, answer) => {
    const sandbox = await startTestSandbox();
    const id = await sandbox.create(withFault(fault));
    expect(await sandbox.finish(id)).toStrictEqual({ id, ...answer });
  });

  it('lets the video expire at once', async () => {
    const sandbox = await startTestSandbox();
    const { results } = await sandbox.finish(await sandbox.create(withFault('result-expires')));
    const response = await fetch(results?.[0] ?? '');
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ error: { code: 'result_expired' } });
  });

  it('puts the result on another host', async () => {
    const sandbox = await startTestSandbox();
    const near = await sandbox.finish(await sandbox.create(withFault('result-elsewhere')));
    const result = new URL(near.results?.[0] ?? '');
    expect(result.hostname).toBe('localhost');
    expect(result.port).toBe(new URL(sandbox.url).port);
    const far = await sandbox.create(withFault('result-elsewhere=https://cdn.example'));
    expect((await sandbox.finish(far)).results).toStrictEqual([
      `https://cdn.example/files/${far}.mp4`,
    ]);
  });
});
