import { describe, expect, it } from 'vitest';
import { startReceiver } from '../receiver.ts';
import { startTestSandbox, textRequest } from '../startTestSandbox.ts';
import { waitFor } from '../waitFor.ts';

const quick = { speed: 1000 };

const request = (url: string, fault = '') => ({
  ...textRequest,
  prompt: `A boat ${fault}`,
  callback_url: url,
});

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** The callback of a task, once it is neither due nor under way. */
const settled = (sandbox: Sandbox, id: string) =>
  waitFor(async () => {
    const task = (await sandbox.listTasks()).find((candidate) => candidate.id === id);
    const { callback } = task ?? {};
    return callback && ['delivered', 'givenUp'].includes(callback.state) ? callback : undefined;
  });

describe('callbacks', () => {
  it('posts the body of the query answer on completion', async () => {
    const sandbox = await startTestSandbox();
    const receiver = await startReceiver();
    const id = await sandbox.create(request(receiver.url));
    const answer = await sandbox.finish(id);
    await settled(sandbox, id);
    expect(receiver.received).toStrictEqual([{ path: '/hook?signature=secret', body: answer }]);
  });

  it('tries again until the receiver takes it, and shows every attempt', async () => {
    const sandbox = await startTestSandbox(quick);
    const receiver = await startReceiver([500, 302]);
    const id = await sandbox.create(request(receiver.url));
    const callback = await settled(sandbox, id);
    expect(callback).toMatchObject({
      url: receiver.url.split('?')[0],
      state: 'delivered',
      attempts: [
        { attempt: 1, kind: 'result', httpStatus: 500, outcome: 'refused: 500' },
        { attempt: 2, kind: 'result', httpStatus: 302, outcome: 'refused: 302' },
        { attempt: 3, kind: 'result', httpStatus: 200, outcome: 'taken: 200' },
      ],
    });
    expect(receiver.received).toHaveLength(3);
  });

  it('counts no answer in time and no receiver as failed attempts', async () => {
    const sandbox = await startTestSandbox({
      ...quick,
      callbacks: { attempts: 1, timeoutSeconds: 0.2 },
    });
    const deaf = await startTestSandbox();
    const hanging = `${deaf.url}/nowhere`;
    const silent = await startReceiver();
    const closed = await startTestSandbox();
    await closed.close();
    const nobody = await settled(sandbox, await sandbox.create(request(`${closed.url}/hook`)));
    expect(nobody.attempts[0]?.outcome).toMatch(/^not delivered: .*ECONNREFUSED/);
    const refused = await settled(sandbox, await sandbox.create(request(hanging)));
    expect(refused.attempts[0]?.outcome).toBe('refused: 404');
    silent.pause();
    const late = await settled(sandbox, await sandbox.create(request(silent.url)));
    expect(late.attempts[0]?.outcome).toBe('not delivered: no answer within 0.2 s');
  });

  it('follows no redirect, and counts it as refused', async () => {
    const sandbox = await startTestSandbox({ ...quick, callbacks: { attempts: 1 } });
    const elsewhere = await startReceiver();
    const receiver = await startReceiver([307], { location: elsewhere.url });
    const callback = await settled(sandbox, await sandbox.create(request(receiver.url)));
    expect(callback.attempts[0]?.outcome).toBe('refused: 307');
    expect(elsewhere.received).toEqual([]);
  });

  it.each([
    ['a private network', 'http://192.168.0.1:9/hook'],
    ['a network that is written as another', 'http://[::ffff:10.0.0.1]:9/hook'],
    ['the addresses of cloud machines', 'http://169.254.169.254/latest'],
  ])('sends nothing to %s', async (_where, url) => {
    const sandbox = await startTestSandbox({ ...quick, callbacks: { attempts: 1 } });
    const callback = await settled(sandbox, await sandbox.create(request(url)));
    expect(callback.attempts[0]?.outcome).toBe(
      'not delivered: it is inside a private network, which needs --private-networks',
    );
  });

  it('loses the callback when asked to', async () => {
    const sandbox = await startTestSandbox();
    const receiver = await startReceiver();
    const lost = await sandbox.create(request(receiver.url, 'sandbox:callback-lost'));
    await sandbox.finish(lost);
    await settled(sandbox, await sandbox.create(request(receiver.url)));
    expect(receiver.received.map(({ body }) => body['id'])).not.toContain(lost);
  });

  it('doubles the callback when asked to', async () => {
    const sandbox = await startTestSandbox();
    const receiver = await startReceiver();
    const id = await sandbox.create(request(receiver.url, 'sandbox:callback-doubled=3'));
    const callback = await settled(sandbox, id);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(callback.attempts.map(({ kind }) => kind)).toStrictEqual([
      'result',
      'callback-doubled',
      'callback-doubled',
    ]);
  });

  it('sends the callback late when asked to', async () => {
    const sandbox = await startTestSandbox();
    const receiver = await startReceiver();
    const late = await sandbox.create(request(receiver.url, 'sandbox:callback-late=0.5'));
    await sandbox.finish(late);
    const prompt = await sandbox.create(request(receiver.url));
    await settled(sandbox, late);
    expect(receiver.received.map(({ body }) => body['id'])).toStrictEqual([prompt, late]);
  });

  it('sends one too early when asked to, and the true one later', async () => {
    const sandbox = await startTestSandbox({ taskSeconds: 0.3 });
    const receiver = await startReceiver();
    const id = await sandbox.create(request(receiver.url, 'sandbox:callback-early'));
    await settled(sandbox, id);
    expect(receiver.received).toMatchObject([
      { body: { id, status: 'pending' } },
      { body: { id, status: 'completed' } },
    ]);
  });

  it('sends a forged one when asked to, and the true one later', async () => {
    const sandbox = await startTestSandbox({ taskSeconds: 0.3 });
    const receiver = await startReceiver();
    const id = await sandbox.create(request(receiver.url, 'sandbox:callback-forged'));
    await settled(sandbox, id);
    expect(receiver.received).toMatchObject([
      { body: { id, status: 'completed', results: ['https://forged.invalid/video.mp4'] } },
      { body: { id, status: 'completed', results: [`${sandbox.url}/files/${id}.mp4`] } },
    ]);
  });
});
