import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Renderer } from '../../sandbox/src/index.ts';
import { startReceiver } from './receiver.ts';
import { startTestSandbox, textRequest, useTestSandbox, waitFor } from './startTestSandbox.ts';

const families = { modelFamilies: ['acme-2.0', 'acme-2.0-mini'] };
const model = 'acme-2.0-text-to-video';
const asked = (words = '') => ({ ...textRequest, model, prompt: `A boat ${words}`, duration: 6 });
type Request = Parameters<Awaited<ReturnType<typeof startTestSandbox>>['create']>[0];

describe('--model-family', () => {
  const shared = useTestSandbox(families);

  it.each([
    ['acme-2.0-text-to-video', 200],
    ['acme-2.0-mini-text-to-video', 200],
    ['acme-2.0-mini-image-to-video', 422],
    [textRequest.model, 422],
  ])('takes the ids of these families, each by the rules of its mode: %s', async (id, status) => {
    expect((await shared().postCreate({ ...textRequest, model: id })).status).toBe(status);
  });
});

describe('--preset public', () => {
  const options = { preset: 'public', ...families } as const;
  const shared = useTestSandbox(options);

  it('tells of a task what public services tell, from the first answer to the last', async () => {
    let end = () => {};
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    const renderer: Renderer = {
      ...{ name: 'held', needsInputs: false, concurrency: 1 },
      async render({ outputPath, onProgress }) {
        onProgress(40);
        await mayEnd;
        await writeFile(outputPath, '');
      },
    };
    const sandbox = await startTestSandbox({ ...options, renderer });
    const created = (await (await sandbox.postCreate(asked())).json()) as { id: string };
    const record = {
      id: expect.stringMatching(/^task_/),
      model,
      created: expect.closeTo(Date.now() / 1000, -3),
      object: 'video.generation.task',
      type: 'video',
      task_info: { can_cancel: false, estimated_time: 120, video_duration: 6 },
      usage: { billing_rule: 'per_second', credits_reserved: 60, user_group: 'default' },
    };
    expect(created).toStrictEqual({ ...record, status: 'pending', progress: 0 });
    const { id } = created;
    const at = (progress: number) =>
      waitFor(async () => {
        const task = await sandbox.readTask(id);
        return task.progress === progress ? task : undefined;
      });
    expect(await at(40)).toStrictEqual({ ...record, status: 'processing', progress: 40 });
    end();
    const results = [`${sandbox.url}/files/${id}.mp4`];
    const done = { ...record, status: 'completed', progress: 100, results };
    expect(await at(100)).toStrictEqual(done);
  });

  it.each<[string, number, object, object?]>([
    ['sandbox:no-credit', 402, { code: 'insufficient_quota' }],
    ['sandbox:model-closed', 403, { message: 'Access denied for this model', param: 'model' }],
    ['sandbox:model-unknown', 404, { message: 'Specified model not found', param: 'model' }],
    ['sandbox:blocked', 400, { code: 'content_policy_violation', param: 'prompt' }],
    ['sandbox:rate-limit-bare@createVideo', 429, { fallback_suggestion: 'retry after 60 seconds' }],
    ['sandbox:server-error@createVideo=502', 502, { type: 'server_error' }],
    ['another model', 404, { type: 'not_found_error' }, { model: textRequest.model }],
    ['half a second', 400, { type: 'invalid_request_error', param: 'duration' }, { duration: 1.5 }],
    ['no prompt', 400, { code: 'invalid_request', param: 'prompt' }, { prompt: undefined }],
  ])('refuses %s with %i, naming the request', async (words, status, error, wrong = {}) => {
    const response = await shared().postCreate({ ...asked(words), ...wrong });
    expect([response.status, response.headers.get('retry-after')]).toStrictEqual([status, null]);
    const { error: told } = (await response.json()) as { error: Record<string, unknown> };
    expect(told).toMatchObject({ code: expect.any(String), message: expect.any(String), ...error });
    expect(told['request_id']).toMatch(/^req_/);
    expect(response.headers.get('x-request-id')).toBe(told['request_id']);
    expect(await shared().listTasks()).toHaveLength(0);
  });

  it.each([
    ['', { status: 'completed', progress: 100 }],
    ['sandbox:final-status=cancelled', { status: 'cancelled', progress: 0 }],
    [
      'sandbox:fail=generation_timeout',
      { error: { code: 'generation_timeout', message: 'The generation took too long' } },
    ],
  ])(
    'calls back four times, after 1, 2 and 4 s, unsigned, whatever the result: "%s"',
    async (words, result) => {
      const sandbox = await startTestSandbox({ ...options, speed: 20 });
      const receiver = await startReceiver([500, 500, 500, 500]);
      const request = { ...asked(words), callback_url: receiver.url };
      await sandbox.create(request as unknown as Request);
      const { callback } = await waitFor(async () => {
        const [task] = await sandbox.listTasks();
        return task?.callback?.state === 'givenUp' ? task : undefined;
      });
      const sentMs = callback!.attempts.map((attempt) => attempt.sentMs);
      const pauses = sentMs.slice(1).map((ms, index) => ms - sentMs[index]!);
      expect(pauses, 'at twenty times the speed').toEqual(
        [50, 100, 200].map((least) => expect.toSatisfy((ms: number) => ms >= least)),
      );
      const fromReceiver = receiver.received[3]!;
      expect(Object.keys(fromReceiver.headers).filter((name) => /sign/i.test(name))).toEqual([]);
      expect(receiver.received).toHaveLength(4);
      expect(fromReceiver.body).toMatchObject({ model, ...result });
    },
  );
});
