import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../engine/fakeService.ts';
import { runNode } from '../../engine/runNode.ts';
import { havePatience } from '../../engine/patience.ts';

havePatience({ rowsAtOnce: 1 });

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

const accept = () => {
  let created = 0;
  return fakeService(() => ({
    status: 200,
    body: { id: `task_${++created}`, status: 'pending', credits: 3 },
  }));
};
const common = { operation: 'create', prompt: 'A paper boat' };

describe('CreateVideo', () => {
  it('sends one request per item and gives back all that the service answered', async () => {
    const service = accept();
    const { outputs, error } = await runNode({
      type: 'createVideo',
      parameters: { ...common, prompt: '={{ $json.idea }}', options: { output: 'everything' } },
      items: [{ json: { idea: 'A boat' } }, { json: { idea: 'A kite' } }],
    });
    service.verify();
    expect(error).toBeUndefined();
    expect(service.requests.map(({ body }) => body)).toEqual([
      { model: 'videogen-2.0-text-to-video', prompt: 'A boat' },
      { model: 'videogen-2.0-text-to-video', prompt: 'A kite' },
    ]);
    expect(outputs[0]).toEqual([
      {
        json: { idea: 'A boat', id: 'task_1', status: 'pending', credits: 3, paid: 'yes' },
        pairedItem: { item: 0 },
      },
      {
        json: { idea: 'A kite', id: 'task_2', status: 'pending', credits: 3, paid: 'yes' },
        pairedItem: { item: 1 },
      },
    ]);
  });

  it.each([
    {
      name: 'text, fast, with options',
      parameters: {
        model: 'fast',
        duration: 6,
        quality: '720p',
        aspectRatio: '16:9',
        options: { extraFields: '{"seed": 7}', callbackUrl: 'https://hooks.example.com/a' },
      },
      want: {
        model: 'videogen-2.0-fast-text-to-video',
        prompt: 'A paper boat',
        duration: 6,
        quality: '720p',
        aspect_ratio: '16:9',
        callback_url: 'https://hooks.example.com/a',
        seed: 7,
      },
    },
    {
      name: 'image with first and last frame',
      parameters: {
        mode: 'imageToVideo',
        firstFrame: 'https://example.com/a.png',
        lastFrameSource: 'url',
        lastFrame: 'https://example.com/b.png',
      },
      want: {
        model: 'videogen-2.0-image-to-video',
        prompt: 'A paper boat',
        image_urls: ['https://example.com/a.png', 'https://example.com/b.png'],
      },
    },
    {
      name: 'references in several forms',
      parameters: {
        mode: 'referenceToVideo',
        imageUrls: 'https://example.com/a.png\nhttps://example.com/b.png',
        videoUrls: '["https://example.com/c.mp4"]',
        audioUrls: '={{ ["https://example.com/d.mp3"] }}',
      },
      want: {
        model: 'videogen-2.0-reference-to-video',
        prompt: 'A paper boat',
        image_urls: ['https://example.com/a.png', 'https://example.com/b.png'],
        video_urls: ['https://example.com/c.mp4'],
        audio_urls: ['https://example.com/d.mp3'],
      },
    },
  ])('builds the request: $name', async ({ parameters, want }) => {
    const service = accept();
    const { error } = await runNode({
      type: 'createVideo',
      parameters: { ...common, ...parameters },
    });
    service.verify();
    expect(error).toBeUndefined();
    expect(service.requests.map(({ body }) => body)).toEqual([want]);
  });

  it('passes another model id on as it is', async () => {
    const service = fakeService(() => ({ status: 200, body: { id: 't', status: 'pending' } }), {
      strict: false,
    });
    await runNode({
      type: 'createVideo',
      parameters: { ...common, model: 'other', modelId: 'videogen-3.0-text-to-video' },
    });
    expect(service.requests[0]?.body).toEqual({
      model: 'videogen-3.0-text-to-video',
      prompt: 'A paper boat',
    });
  });

  it('sends nothing when any item is invalid and the node is set to stop', async () => {
    const service = accept();
    const { error } = await runNode({
      type: 'createVideo',
      parameters: { ...common, prompt: '={{ $json.idea }}' },
      items: [{ json: { idea: 'A boat' } }, { json: { idea: ' ' } }],
    });
    expect(service.requests).toEqual([]);
    expect(error?.message).toBe('Row 2: Prompt is empty. Describe what the video should show.');
    expect(error?.description).toBe(
      'Nothing was charged. Fix this, in the node or in your data. Then try again.',
    );
  });

  it('lets one bad item fail alone on the error branch, with order and pairing kept', async () => {
    const service = accept();
    const { outputs } = await runNode({
      type: 'createVideo',
      parameters: { ...common, prompt: '={{ $json.idea }}' },
      items: [{ json: { idea: 'A' } }, { json: { idea: '' } }, { json: { idea: 'C' } }],
      settings: { onError: 'continueErrorOutput' },
    });
    service.verify();
    expect(outputs[0]?.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
      ['task_1', { item: 0 }],
      ['task_2', { item: 2 }],
    ]);
    expect(outputs[1]?.map(({ json }) => json)).toEqual([
      {
        idea: '',
        error: 'Prompt is empty. Describe what the video should show.',
        message:
          'Nothing was charged for this row. Fix this, in the node or in your data. Then run the workflow with only the rows that weren’t ordered: the others would be charged again.',
        details: { reason: 'invalidInput', paid: 'no' },
      },
    ]);
  });
});
