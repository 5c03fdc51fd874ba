import { describe, expect, it } from 'vitest';
import { startReceiver } from '../receiver.ts';
import { startTestSandbox, textRequest, waitFor, type Sandbox } from '../startTestSandbox.ts';

const request = (url: string, fault = '') => ({
  ...textRequest,
  prompt: `A boat ${fault}`,
  callback_url: url,
});

/** The callback of a new task, once it is neither due nor under way. */
async function settled(sandbox: Sandbox, url: string, fault?: string) {
  const id = await sandbox.create(request(url, fault));
  const { callback } = await waitFor(async () => {
    const task = (await sandbox.listTasks()).find((candidate) => candidate.id === id);
    const state = task?.callback?.state ?? '';
    return ['delivered', 'givenUp'].includes(state) ? task : undefined;
  });
  return { id, ...callback! };
}

describe('callbacks', () => {
  it('tries again until the receiver takes it, shows every attempt, and follows no redirect', async () => {
    const sandbox = await startTestSandbox({ speed: 1000 });
    const elsewhere = await startReceiver();
    const receiver = await startReceiver([500, 307], { location: elsewhere.url });
    expect(await settled(sandbox, receiver.url)).toMatchObject({
      url: receiver.url.split('?')[0],
      state: 'delivered',
      attempts: [
        { attempt: 1, kind: 'result', httpStatus: 500, outcome: 'refused: 500' },
        { attempt: 2, kind: 'result', httpStatus: 307, outcome: 'refused: 307' },
        { attempt: 3, kind: 'result', httpStatus: 200, outcome: 'taken: 200' },
      ],
    });
    expect([receiver.received.length, elsewhere.received]).toEqual([3, []]);
  });

  const inside = 'not delivered: it is inside a private network, which needs --private-networks';

  const gone = async () => {
    const { url, close } = await startTestSandbox();
    await close();
    return url;
  };
  const silent = async () => {
    const { url, pause } = await startReceiver();
    pause();
    return url;
  };

  it.each<[string, string | RegExp, () => Promise<string>]>([
    ['the addresses of cloud machines', inside, async () => 'http://169.254.169.254/latest'],
    ['a receiver that is gone', /^not delivered: .*ECONNREFUSED/, gone],
    ['one that never answers', 'not delivered: no answer within 0.2 s', silent],
  ])('says how it failed: %s', async (_what, outcome, where) => {
    const timeoutSeconds = `${outcome}`.endsWith('0.2 s') ? 0.2 : 60;
    const callbacks = { attempts: 1, timeoutSeconds };
    const sandbox = await startTestSandbox({ speed: 1000, callbacks });
    const { attempts } = await settled(sandbox, await where());
    expect(attempts).toMatchObject([{ outcome: expect.stringMatching(outcome) }]);
  });

  it.each([
    ['callback-doubled=3', ['completed', 'completed', 'completed']],
    ['callback-early', ['pending', 'completed']],
    ['callback-forged', ['https://forged.invalid/video.mp4', 'completed']],
  ])('calls as it is asked to by %s', async (fault, told) => {
    const sandbox = await startTestSandbox({ taskSeconds: 0.3 });
    const receiver = await startReceiver();
    const { id } = await settled(sandbox, receiver.url, `sandbox:${fault}`);
    const results = [`${sandbox.url}/files/${id}.mp4`];
    const bodies = told.map((what) => {
      if (what === 'pending') return { id, status: 'pending' };
      return { id, status: 'completed', results: what === 'completed' ? results : [what] };
    });
    expect(receiver.received.map(({ body }) => body)).toMatchObject(bodies);
  });

  it('loses a callback, or sends it late, when asked to', async () => {
    const sandbox = await startTestSandbox();
    const receiver = await startReceiver();
    await sandbox.finish(await sandbox.create(request(receiver.url, 'sandbox:callback-lost')));
    const late = settled(sandbox, receiver.url, 'sandbox:callback-late=0.5');
    const prompt = await settled(sandbox, receiver.url);
    const ids = [prompt.id, (await late).id];
    expect(receiver.received.map(({ body }) => body['id'])).toStrictEqual(ids);
  });
});
