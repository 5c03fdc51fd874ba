import { describe, expect, it } from 'vitest';
import {
  makeFolder,
  startTestSandbox,
  textRequest,
  useTestSandbox,
  type Sandbox,
} from '../startTestSandbox.ts';

const shared = useTestSandbox();
const image = 'https://images.example.com/a.png';
const imageModel = { ...textRequest, model: 'videogen-2.0-image-to-video' };

describe('createVideo', () => {
  it.each([
    ['no prompt', { model: textRequest.model }, /prompt/],
    ['no model', { prompt: 'x' }, /body\.model to be one of .*text-to-video/],
    ['an unknown model', { ...textRequest, model: 'videogen-3.0' }, /"videogen-3\.0"/],
    ['image mode without an image', imageModel, /image_urls/],
    ['three images', { ...imageModel, image_urls: [image, image, image] }, /image_urls .*2 items/],
    ['half a second', { ...textRequest, duration: 2.5 }, /duration must be integer/],
    ['a week', { ...textRequest, duration: 604_800 }, /duration to be from 1 to 120/],
    ['a quality that nobody can render', { ...textRequest, quality: 'best' }, /quality .*"best"/],
    ['an aspect ratio without a shape', { ...textRequest, aspect_ratio: '16:0' }, /aspect_ratio/],
    ['a callback to a file', { ...textRequest, callback_url: 'file:///etc/hosts' }, /callback_url/],
    ['a list', [], /JSON object/],
  ])('refuses %s with 422 and says what was expected', async (_name, body, message) => {
    const response = await shared().postCreate(body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringMatching(message) },
    });
  });

  it.each(['', 'Bearer nobody', 'Basic c2FuZGJveC1rZXk='])(
    'refuses the key %j',
    async (authorization) => {
      const response = await shared().postCreate(textRequest, { authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.text()).not.toContain('nobody');
    },
  );
});

describe('--seed', () => {
  it('gives the same ids after each start and each reset, and none twice', async () => {
    const dataFolder = await makeFolder();
    const ids = async (sandbox: Sandbox) => [await sandbox.create(), await sandbox.create()];
    const first = await startTestSandbox({ seed: 'a', dataFolder });
    const made = await ids(first);
    await fetch(`${first.url}/admin`, { method: 'DELETE' });
    expect(await ids(first)).toStrictEqual(made);
    await first.close();
    expect(await ids(await startTestSandbox({ seed: 'a' }))).toStrictEqual(made);
    expect(await ids(await startTestSandbox({ seed: 'b' }))).not.toStrictEqual(made);
    const again = await ids(await startTestSandbox({ seed: 'a', dataFolder }));
    expect(new Set([...made, ...again]).size, 'with the tasks of the first start').toBe(4);
  });
});

describe('getTask', () => {
  it('asks for the key before it says whether a task exists', async () => {
    const sandbox = shared();
    const [known, unknown] = [sandbox.taskUrl(await sandbox.create()), sandbox.taskUrl('task_0')];
    for (const url of [known, unknown]) expect((await fetch(url)).status).toBe(401);
    const response = await fetch(unknown, { headers: sandbox.headers });
    expect([response.status, await response.json()]).toStrictEqual([
      404,
      { error: { code: 'task_not_found', message: 'There is no task task_0' } },
    ]);
  });

  it('names results under the address at which it was asked, or the public one', async () => {
    const sandbox = shared();
    const id = await sandbox.create();
    await sandbox.finish(id);
    const url = sandbox.taskUrl(id).replace('127.0.0.1', 'localhost');
    const task = await (await fetch(url, { headers: sandbox.headers })).json();
    expect(task).toMatchObject({ results: [expect.stringMatching(/^http:\/\/localhost:/)] });
    const open = await startTestSandbox({ publicUrl: 'https://videos.example' });
    const { results } = await open.finish(await open.create());
    expect(results).toEqual([expect.stringMatching(/^https:\/\/videos\.example\/files\/task_/)]);
  });
});
