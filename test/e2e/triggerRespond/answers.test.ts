import { describe, expect, it } from 'vitest';
import { mostStarts } from '../../../nodes/VideoFinishedTrigger/KnownTasks.ts';
import { readExecution, waitFor } from '../../../playground/index.ts';
import { orderVideo } from '../orderVideo.ts';
import {
  executionsOf,
  createFinished,
  isOpen,
  messageOf,
  post,
  publish,
  real,
  secret,
  step,
  trigger,
  untilDelivered,
  useTriggerRig,
} from './rig.ts';

useTriggerRig();

describe('Video Finished Trigger that responds when the last node finishes', () => {
  it('answers 2xx only after the last node, with nothing of the workflow’s data', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    const call = post(workflow.url, { id });
    await step.untilReached(id, 1);
    expect(await isOpen(call)).toBe(true);
    step.answer(id, 200);
    expect(await call).toEqual({ status: 200, body: '' });

    const [execution] = await executionsOf(workflow);
    const { status, data } = await readExecution(real.client, execution!.id);
    expect(status).toBe('success');
    const item = data.resultData.runData.Last![0]!.data!.main![0]![0]!;
    expect(item.json).toEqual({ secret });

    const again = await post(workflow.url, { id });
    expect(again.status).toBe(200);
    expect(messageOf(again)).toBe('The workflow has already run for this task');
    expect(step.countOf(id)).toBe(1);
  });

  it('answers 500 when the workflow fails, and a later call starts it again', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    step.answer(id, 500);
    const failed = await post(workflow.url, { id });
    expect(failed.status).toBe(500);
    expect(messageOf(failed)).toBe('Error in workflow');
    expect(failed.body).not.toContain(secret);

    step.answer(id, 200);
    expect(await post(workflow.url, { id })).toEqual({ status: 200, body: '' });
    expect(step.countOf(id)).toBe(2);
    expect((await executionsOf(workflow)).map(({ status }) => status).toSorted()).toEqual([
      'error',
      'success',
    ]);
  });

  it('answers 500 when a person stops the execution, and a later call starts it again', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    const call = post(workflow.url, { id });
    await step.untilReached(id, 1);
    const [execution] = await executionsOf(workflow);
    await real.client.post(`/rest/executions/${execution!.id}/stop`, {});
    expect((await call).status).toBe(500);
    step.answer(id, 200);
    expect(await post(workflow.url, { id })).toEqual({ status: 200, body: '' });
    expect(step.countOf(id)).toBe(2);
  });

  it('runs once at a time for a task, and says so to nine of ten calls at once', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    const statuses: number[] = [];
    const calls = Array.from({ length: 10 }, async () => {
      statuses.push((await post(workflow.url, { id })).status);
    });
    await step.untilReached(id, 1);
    // One that comes behind the end is told of it, with a 200 as well.
    await waitFor(
      async () => statuses.length === 9 || undefined,
      60_000,
      () => new Error(`Of nine calls, these were answered: ${statuses.join()}`),
    );
    expect((await post(workflow.url, { id })).status).toBe(503);
    step.answer(id, 200);
    await Promise.all(calls);
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 503), 200]);
    expect(step.countOf(id)).toBe(1);
  });

  it('knows how the workflow ended when the caller has lost patience', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    const patience = new AbortController();
    const call = post(workflow.url, { id }, patience.signal);
    await step.untilReached(id, 1);
    patience.abort();
    await expect(call).rejects.toThrow();
    expect((await post(workflow.url, { id })).status).toBe(503);
    step.answer(id, 200);
    await waitFor(
      async () => (await post(workflow.url, { id })).status === 200 || undefined,
      60_000,
      () => new Error('The end of the workflow was not noticed'),
    );
    expect(step.countOf(id)).toBe(1);
  });

  it('starts a workflow that always fails a bounded number of times', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    step.answer(id, 500);
    const statuses: number[] = [];
    for (let call = 0; call < mostStarts + 2; call++)
      statuses.push((await post(workflow.url, { id })).status);
    expect(statuses).toEqual([...Array.from({ length: mostStarts }, () => 500), 429, 429]);
    expect(step.countOf(id)).toBe(mostStarts);
  });

  it('answers its test URL at the end as well', async () => {
    const workflow = await publish('lastNode');
    const id = await createFinished();
    step.answer(id, 200);
    const testUrl = workflow.url.replace('/webhook/', '/webhook-test/');
    for (let times = 0; times < 2; times++) {
      await real.editor.run(workflow.name, trigger);
      expect(await post(testUrl, { id })).toEqual({ status: 200, body: '' });
    }
    expect(step.countOf(id)).toBe(2);
  });

  it('loses no call when n8n is killed while the workflow runs', async () => {
    const workflow = await publish('lastNode');
    const id = await orderVideo(real.sandbox, { callback_url: workflow.url });
    await step.untilReached(id, 1);
    await real.killAndRestart();
    await step.untilReached(id, 2);
    step.answer(id, 200);
    const { attempts } = await untilDelivered(id);
    expect(attempts.at(-1)?.httpStatus).toBe(200);
    expect(attempts[0]?.httpStatus ?? null).toBeNull();
    const executions = await executionsOf(workflow);
    const ended = executions.filter(({ status }) => status === 'success');
    expect(ended).toHaveLength(1);
    const { data } = await readExecution(real.client, ended[0]!.id);
    const item = data.resultData.runData[trigger]![0]!.data!.main![0]![0]!;
    expect(item.json).toMatchObject({ id, status: 'completed' });
    expect(item.json.videoUrl).toContain(`/files/${id}`);
    expect(step.countOf(id)).toBe(2);
  });
});
