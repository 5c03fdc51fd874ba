import { describe, expect, it } from 'vitest';
import { startTestSandbox, textRequest } from '../startTestSandbox.ts';

const image = 'https://images.example.com/a.png';

describe('POST createVideo', () => {
  it('answers with a new id and the initial status, and finishes the task', async () => {
    const sandbox = await startTestSandbox();
    const response = await sandbox.postCreate(textRequest);
    expect(response.status).toBe(200);
    const created = (await response.json()) as { id: string; status: string };
    expect(created).toMatchObject({ id: expect.stringMatching(/^task_\w+$/), status: 'pending' });
    expect(await sandbox.finish(created.id)).toStrictEqual({
      id: created.id,
      status: 'completed',
      results: [`${sandbox.url}/files/${created.id}.mp4`],
    });
  });

  it.each([
    ['no prompt', { model: textRequest.model }, /prompt/],
    ['no model', { prompt: 'x' }, /body\.model to be one of .*text-to-video/],
    ['an unknown model', { ...textRequest, model: 'videogen-3.0' }, /"videogen-3\.0"/],
    [
      'image mode without an image',
      { ...textRequest, model: 'videogen-2.0-image-to-video' },
      /image_urls/,
    ],
    [
      'image mode with three images',
      { ...textRequest, model: 'videogen-2.0-image-to-video', image_urls: [image, image, image] },
      /image_urls .*2 items/,
    ],
    [
      'a duration that is no integer',
      { ...textRequest, duration: 2.5 },
      /duration must be integer/,
    ],
    ['a duration of a week', { ...textRequest, duration: 604_800 }, /duration to be from 1 to 120/],
    ['a quality that nobody can render', { ...textRequest, quality: 'best' }, /quality .*"best"/],
    ['an aspect ratio without a shape', { ...textRequest, aspect_ratio: '16:0' }, /aspect_ratio/],
    ['a callback to a file', { ...textRequest, callback_url: 'file:///etc/hosts' }, /callback_url/],
    ['a list', [], /JSON object/],
  ])('refuses %s with 422 and says what was expected', async (_name, body, message) => {
    const sandbox = await startTestSandbox();
    const response = await sandbox.postCreate(body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_request', message: expect.stringMatching(message) },
    });
  });

  it.each([
    ['no key', '', 401],
    ['a wrong key', 'Bearer nobody', 401],
    ['another scheme', 'Basic c2FuZGJveC1rZXk=', 401],
  ])('refuses %s', async (_name, authorization, status) => {
    const sandbox = await startTestSandbox();
    const response = await sandbox.postCreate(textRequest, { authorization });
    expect(response.status).toBe(status);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(JSON.stringify(await response.json())).not.toContain('nobody');
  });
});
