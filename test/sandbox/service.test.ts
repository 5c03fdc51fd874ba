import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  makeFolder,
  startTestSandbox,
  textRequest,
  useTestSandbox,
  waitFor,
  type Sandbox,
} from './startTestSandbox.ts';

const shared = useTestSandbox();

const image = 'https://images.example.com/a.png';
const imageModel = { ...textRequest, model: 'videogen-2.0-image-to-video' };

describe('createVideo', () => {
  it.each([
    ['no model', { prompt: 'x' }, /body\.model to be one of .*text-to-video/],
    ['an unknown model', { ...textRequest, model: 'videogen-3.0' }, /"videogen-3\.0"/],
    ['image mode without an image', imageModel, /image_urls/],
    ['three images', { ...imageModel, image_urls: [image, image, image] }, /image_urls .*2 items/],
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

it('a seed gives the same ids after each start and each reset, and none twice', async () => {
  const dataFolder = await makeFolder();
  const ids = async (sandbox: Sandbox) => [await sandbox.create(), await sandbox.create()];
  const first = await startTestSandbox({ seed: 'a', dataFolder });
  const made = await ids(first);
  await fetch(`${first.url}/admin`, { method: 'DELETE' });
  expect(await ids(first)).toStrictEqual(made);
  await first.close();
  expect(await ids(await startTestSandbox({ seed: 'b' }))).not.toStrictEqual(made);
  const again = await ids(await startTestSandbox({ seed: 'a', dataFolder }));
  expect(new Set([...made, ...again]).size, 'with the tasks of the first start').toBe(4);
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

async function finished(sandbox = shared()) {
  const { results } = await sandbox.finish(await sandbox.create());
  return { sandbox, url: results?.[0] ?? '' };
}

describe('GET /files', () => {
  it('serves the video with its type, whole or in ranges, without a key', async () => {
    const { url } = await finished();
    const whole = await fetch(url);
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toStrictEqual(bytes.subarray(100, 200));
  });

  it.each(['/files/task_0.mp4', '/files/..%2Fsandbox.sqlite'])('has no %s', async (path) => {
    expect((await fetch(shared().url + path)).status).toBeGreaterThanOrEqual(400);
  });

  it('keeps it in a data folder that is named from the working directory', async () => {
    const dataFolder = await makeFolder();
    const here = relative(process.cwd(), dataFolder);
    const { url } = await finished(await startTestSandbox({ dataFolder: here }));
    expect((await fetch(url)).status).toBe(200);
    expect(await readdir(join(dataFolder, 'files'))).toHaveLength(1);
  });

  it('removes an expired video from disk and keeps its task', async () => {
    const dataFolder = await makeFolder();
    // At this speed the sweep, once a minute, comes every 60 ms, and a day lasts 86 s.
    const options = { dataFolder, speed: 1000, expirySeconds: 60 };
    const { sandbox, url } = await finished(await startTestSandbox(options));
    await waitFor(async () => (await readdir(join(dataFolder, 'files'))).length === 0);
    expect((await fetch(url)).status).toBe(410);
    expect((await sandbox.readTask(/task_\w+/.exec(url)![0])).status).toBe('completed');
  });
});

const json = { 'content-type': 'application/json' };

const setFault = (body: object) =>
  fetch(`${shared().url}/admin/faults`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(body),
  });

describe('the admin API', () => {
  it('sets faults for everyone, for as often as asked, and clears them', async () => {
    const sandbox = shared();
    expect((await setFault({ fault: 'server-error@createVideo*1' })).status).toBe(201);
    expect((await sandbox.postCreate(textRequest)).status).toBe(503);
    expect((await sandbox.postCreate(textRequest)).status).toBe(200);
    await setFault({ fault: 'rate-limit' });
    expect((await sandbox.postCreate(textRequest)).status).toBe(429);
    await fetch(`${sandbox.url}/admin/faults`, { method: 'DELETE' });
    expect((await sandbox.postCreate(textRequest)).status).toBe(200);
  });

  it('sets faults for one task', async () => {
    const sandbox = shared();
    const [id, other] = [await sandbox.create(), await sandbox.create()];
    await setFault({ fault: 'server-error', taskId: id });
    const status = async (task: string) =>
      (await fetch(sandbox.taskUrl(task), { headers: sandbox.headers })).status;
    expect([await status(id), await status(other)]).toStrictEqual([503, 200]);
    expect((await setFault({ fault: 'fail', taskId: 'task_0' })).status).toBe(404);
    expect((await setFault({ fault: 'explode' })).status).toBe(422);
  });

  it('lists what was sent: headers without the key, and bodies, refused ones too', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.readTask(await sandbox.create());
    await sandbox.postCreate({ model: 'x' }, { 'x-from': 'a test' });
    await sandbox.postCreate({ ...textRequest, more: 'x'.repeat(70_000) });
    const text = await (await fetch(`${sandbox.url}/admin/requests`)).text();
    const headers = { authorization: '(hidden)', 'content-type': 'application/json' };
    const requests = JSON.parse(text) as { body?: object }[];
    expect(requests).toMatchObject([
      { method: 'POST', status: 200, headers, body: textRequest },
      { method: 'GET', status: 200, path: expect.stringContaining('task_') },
      { method: 'POST', status: 422, headers: { 'x-from': 'a test' }, body: { model: 'x' } },
      { method: 'POST', status: 200 },
      { method: 'GET', path: '/admin/requests' },
    ]);
    expect(requests[3]?.body, 'too large to keep').toBeUndefined();
    expect(text).not.toContain(sandbox.key);
  });

  it('forgets everything when asked to, and goes on as if it had just started', async () => {
    const sandbox = shared();
    const done = await sandbox.create();
    const video = (await sandbox.finish(done)).results?.[0] as string;
    const unfinished = await sandbox.create({ ...textRequest, prompt: 'sandbox:takes=3600' });
    await setFault({ fault: 'server-error' });

    const answer = await fetch(`${sandbox.url}/admin`, { method: 'DELETE' });
    expect(answer.status).toBe(204);
    expect(await sandbox.health()).toMatchObject({ waiting: 0, rendering: 0, tasks: {} });
    for (const url of [video, sandbox.taskUrl(done), sandbox.taskUrl(unfinished)])
      expect((await fetch(url, { headers: sandbox.headers })).status).toBe(404);
    const requests = (await (await fetch(`${sandbox.url}/admin/requests`)).json()) as object[];
    expect(requests).toHaveLength(5);
    expect(await sandbox.finish(await sandbox.create())).toMatchObject({ status: 'completed' });
  });
});
