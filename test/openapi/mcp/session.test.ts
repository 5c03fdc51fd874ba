import { startSandbox } from 'video-generation-sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openServer, startServer } from './connect.ts';

const key = 'key-of-an-agent';
const model = 'videogen-2.0-text-to-video';

/** A session at the sandbox, with a server in this process or of one's own. */
async function startSession(apiKey = key, start = openServer) {
  const sandbox = await startSandbox({ keys: [key], renderer: 'instant' });
  onTestFinished(() => sandbox.close());
  const created = async () => {
    const sent = await fetch(`${sandbox.url}/admin/requests`).then((answer) => answer.json());
    return (sent as Array<{ method: string }>).filter(({ method }) => method === 'POST').length;
  };
  const session = await start({ baseUrl: sandbox.url, apiKey });
  const order = (prompt: string, more: object = {}) =>
    session.call('createTextToVideo', { model, prompt, ...more });
  return { ...session, order, created };
}

describe('video-generation-openapi mcp', () => {
  it('says what each tool risks and answers, and what costs money', async () => {
    const { tools, instructions } = await startSession();
    const of = (hints: object) => ({
      annotations: { ...hints, openWorldHint: true },
      outputSchema: { required: ['created', 'ended', 'message'] },
    });
    const spends = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
    const orders = ['createTextToVideo', 'createImageToVideo', 'createReferenceToVideo'];
    expect(await tools()).toMatchObject([
      ...orders.map((name) => ({ name, ...of(spends) })),
      ...['waitForVideo', 'getTask'].map((name) => ({ name, ...of({ readOnlyHint: true }) })),
    ]);
    expect(JSON.stringify(await tools())).not.toContain('callback_url');
    expect(instructions()).toContain('costs money');
  });

  it('orders, waits and reads over standard input and output, with the ID in every answer', async () => {
    const { order, call } = await startSession(key, startServer);
    const ordered = await order('A paper boat', { duration: null });
    expect(ordered).toMatchObject({ created: 'yes', ended: false, status: 'pending' });
    const { task_id } = ordered;
    const waited = await call('waitForVideo', { task_id });
    expect(waited).toMatchObject({ task_id, status: 'completed', ended: true, isError: false });
    expect(waited.video_url).toMatch(/^http/);
    expect(waited.text).toEqual([{ type: 'text', text: expect.stringContaining(task_id!) }]);
    const read = await call('getTask', { task_id });
    expect(read).toMatchObject({ task_id, video_url: waited.video_url, ended: true });
  });

  it('orders the same arguments once, and another copy when it is counted up', async () => {
    const { order, created } = await startSession();
    const [first, twin] = await Promise.all([order('A boat'), order('A boat', { copy: 1 })]);
    const again = await order('A boat');
    const ids = [twin.task_id, again.task_id];
    expect([...ids, await created()]).toEqual([first.task_id, first.task_id, 1]);
    expect(again.message).toMatch(/^Nothing was ordered: this is the task of your earlier call/);
    const others = [await order('A boat', { copy: 2 }), await order('A ship')];
    expect(new Set([first, ...others].map(({ task_id }) => task_id)).size).toBe(3);
    expect(await created()).toBe(3);
  });

  it('answers the same call with the first task when its answer was lost on the way', async () => {
    const { call, created, order } = await startSession();
    const fields = { model, prompt: 'A boat sandbox:latency@createVideo=300' };
    const lost = call('createTextToVideo', fields, { timeout: 50 });
    await expect(lost).rejects.toThrow('timed out');
    const again = await order(fields.prompt);
    expect(again).toMatchObject({ created: 'yes', isError: false });
    expect([again.task_id, await created()]).toEqual([expect.stringMatching(/^task_/), 1]);
  });

  it('sends nothing again when the service made a task and its answer was lost', async () => {
    const { order, created } = await startSession();
    const first = await order('A boat sandbox:reset-after@createVideo');
    expect(first).toMatchObject({ created: 'unknown', isError: true });
    expect(first.message).toContain('Check the dashboard before you create it again');
    const again = await order('A boat sandbox:reset-after@createVideo');
    expect(again).toMatchObject({ created: 'unknown', isError: true });
    expect(again.message).toMatch(/^Nothing was sent again after your earlier call\. /);
    expect(await created()).toBe(1);
  });

  it('says why a task failed, and which', async () => {
    const { order, call } = await startSession();
    const { task_id } = await order('A boat sandbox:fail=storm_at_sea');
    const message = expect.stringMatching(/is failed .*may be charged/);
    const end = { task_id, created: 'yes', ended: true, isError: true, message };
    expect(await call('waitForVideo', { task_id })).toMatchObject(end);
    expect(JSON.stringify(await call('getTask', { task_id }))).toContain('storm_at_sea');
  });

  it('may send again what was refused, and says that nothing was made', async () => {
    const { order, created } = await startSession();
    const refused = { created: 'no', isError: true };
    const message = expect.stringMatching(/^No task was created \(HTTP 402 /);
    for (const count of [1, 2]) {
      expect(await order('A boat sandbox:no-credit')).toMatchObject({ ...refused, message });
      expect(await created()).toBe(count);
    }
  });

  it('says that a key is refused, without the key', async () => {
    const { order } = await startSession('wrong-key-of-an-agent');
    const answer = await order('A boat');
    expect(answer).toMatchObject({ created: 'no', isError: true });
    expect(answer.message).toContain('HTTP 401');
    expect(JSON.stringify(answer)).not.toContain('wrong-key-of-an-agent');
  });

  it('sends nothing for arguments that the document refuses', async () => {
    const { call, order, created } = await startSession();
    for (const answer of [
      await order('A boat', { copy: 0 }),
      await order('A boat', { model: 'another' }),
      await call('createImageToVideo', { model: 'videogen-2.0-image-to-video', prompt: 'A boat' }),
    ])
      expect(answer).toMatchObject({ created: 'no', isError: true });
    expect(await created()).toBe(0);
  });
});
