import { describe, expect, it } from 'vitest';
import { waitFor } from '../../playground/index.ts';
import { orderFinishedVideo, orderVideo } from './orderVideo.ts';
import { isFromOutside } from './realN8n.ts';
import {
  countStarts,
  post,
  real,
  started,
  testUrl,
  untilDelivered,
  untilRegistered,
  untilStarted,
  url,
  useTrigger,
} from './triggerRig.ts';

useTrigger();

describe('Video Finished Trigger, at its production URL', () => {
  const json = 'application/json';
  it.each<[string, string, string, number]>([
    ['a task that is not known', '{"id":"task_that_is_not"}', json, 404],
    // n8n itself refuses this one.
    ['more than n8n takes', `{"id":"a","x":"${'x'.repeat(17_000_000)}"}`, json, 500],
  ])('answers a body with %s with a fitting status, and starts nothing', async (...given) => {
    const [, body, type, httpStatus] = given;
    expect(await post(body, type)).toBe(httpStatus);
    expect(await started()).toEqual([]);
  });

  it('answers GET as a check of the address, and starts nothing', async () => {
    expect(await (await fetch(url)).text()).toContain('This URL works');
    expect(await started()).toEqual([]);
  });

  it('starts for a callback of any content type and shape', async () => {
    const inAForm = (id: string) => {
      const form = new FormData();
      form.set('payload', JSON.stringify({ id }));
      return form;
    };
    type Body = NonNullable<RequestInit['body']>;
    const callbacks: [type: string | undefined, bodyOf: (id: string) => Body][] = [
      ['application/hal+json', (id) => `{"id":"${id}"}`],
      ['text/plain', (id) => `{"data":{"object":{"id":"${id}"}}}`],
      // Of bytes, fetch tells no type; of a form, its own.
      [undefined, (id) => new TextEncoder().encode(`{"taskId":"${id}"}`)],
      [undefined, inAForm],
    ];
    const ids = await Promise.all(callbacks.map(() => orderFinishedVideo(real.sandbox)));
    const answers = await Promise.all(
      callbacks.map(async ([type, bodyOf], at) => {
        const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
        return (await fetch(url, { method: 'POST', headers, body: bodyOf(ids[at]!) })).status;
      }),
    );
    expect(answers).toEqual(ids.map(() => 200));
    for (const id of ids) await untilStarted(id);
  });

  it('starts with what the service says of the task, and not before it is finished', async () => {
    const id = await orderVideo(real.sandbox, { prompt: 'sandbox:takes=600' });
    expect(await post(JSON.stringify({ id, status: 'completed' }))).toBe(409);
    expect(await countStarts(id)).toBe(0);

    const quick = await orderVideo(real.sandbox);
    const forged = { id: quick, status: 'failed', results: ['https://evil.test/x.mp4'] };
    await waitFor(
      async () => (await post(JSON.stringify(forged))) === 200 || undefined,
      60_000,
      () => new Error('The trigger did not verify a finished task'),
    );
    const start = await untilStarted(quick);
    expect(start).toMatchObject({ mode: 'webhook', json: { id: quick, status: 'completed' } });
    expect(start.json.videoUrl).toContain(real.sandbox.url);
    expect(JSON.stringify(start)).not.toContain('evil.test');
  });

  it('starts once where the service calls four times', async () => {
    const prompt = 'sandbox:callback-doubled=4';
    const id = await orderVideo(real.sandbox, { prompt, callback_url: url });
    const { attempts } = await untilDelivered(id);
    expect(attempts.length).toBeGreaterThan(1);
    expect(await countStarts(id)).toBe(1);
  });

  it.skipIf(isFromOutside)('starts once for a task, called again after a kill of n8n', async () => {
    const id = await orderVideo(real.sandbox, { callback_url: url });
    await untilDelivered(id);
    const body = JSON.stringify({ id });
    expect(await Promise.all([1, 2, 3].map(() => post(body)))).toEqual([200, 200, 200]);
    // Killed in the middle of it, an execution is crashed, and tells no task.
    await untilStarted(id);
    await real.killAndRestart();
    await untilRegistered();
    expect(await post(body)).toBe(200);
    expect(await countStarts(id)).toBe(1);
  });
});

describe('Video Finished Trigger, at its test URL', () => {
  it('starts a run of the editor with a task that is verified too', async () => {
    const id = await orderVideo(real.sandbox);
    const listen = () =>
      real.client.post<{ waitingForWebhook?: boolean }>('/rest/workflows/on-finished/run', {
        triggerToStartFrom: { name: 'Video Finished Trigger' },
      });
    expect(await listen()).toEqual({ waitingForWebhook: true });
    expect(await post('{"id":"task_that_is_not"}', undefined, testUrl)).toBe(404);

    await waitFor(
      async () => {
        await listen();
        return (await post(JSON.stringify({ id }), undefined, testUrl)) === 200 || undefined;
      },
      60_000,
      () => new Error('The test URL took no callback'),
    );
    expect(await untilStarted(id)).toMatchObject({
      mode: 'manual',
      json: { status: 'completed' },
    });
  });
});
