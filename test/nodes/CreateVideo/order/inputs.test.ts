import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeService } from '../../../engine/fakeService.ts';
import { runNode } from '../../../engine/runNode.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

type Body = Record<string, unknown>;

const run = async (parameters: INodeParameters, rows: object[] = [{}]) => {
  const service = fakeService(() => ({ status: 200, body: { id: 'a', status: 'pending' } }));
  const result = await runNode({
    type: 'createVideo',
    parameters: { operation: 'create', prompt: 'A paper boat', ...parameters },
    items: rows.map((json) => ({ json: json as never })),
  });
  for (const { headers } of service.requests)
    expect(headers['content-type']).toMatch(/^application\/json/);
  return { ...result, bodies: service.requests.map(({ body }) => body as Body) };
};

const png = 'https://example.com/a.png';
const mp4 = 'https://example.com/b.mp4';

/** One node for rows of all modes, as a builder fills it. */
const mixed = {
  mode: '={{ $json.mode }}',
  prompt: '={{ $json.prompt }}',
  firstFrameSource: 'url',
  firstFrame: '={{ $json.picture }}',
  videoUrls: '={{ $json.clip.url }}',
};

describe('Create Video with a table of rows in all modes', () => {
  it('sends each row in its own mode, with the fields of that mode alone', async () => {
    const { bodies, error } = await run(mixed, [
      { mode: 'textToVideo', prompt: 'A', picture: 'no address', clip: {} },
      { mode: 'imageToVideo', prompt: 'B', picture: png, clip: { url: 'no address' } },
      { mode: 'referenceToVideo', prompt: 'C', picture: png, clip: { url: mp4 } },
    ]);
    expect(error).toBeUndefined();
    expect(bodies).toEqual([
      { model: 'videogen-2.0-text-to-video', prompt: 'A' },
      { model: 'videogen-2.0-image-to-video', prompt: 'B', image_urls: [png] },
      { model: 'videogen-2.0-reference-to-video', prompt: 'C', video_urls: [mp4] },
    ]);
  });

  it('reads no field of another mode, whose expression may fail there', async () => {
    const videoUrls = '={{ $("Nowhere").item.json.url }}';
    const { bodies, error } = await run({ ...mixed, videoUrls }, [
      { mode: 'imageToVideo', prompt: 'B', picture: png },
    ]);
    expect(error).toBeUndefined();
    expect(bodies).toHaveLength(1);
  });
});

it('shows in a preview what is the same on every try, and keeps the resume URL secret', async () => {
  const options = { callbackUrl: '={{ $execution.resumeUrl }}', preview: true };
  const { outputs, bodies } = await run({ mode: 'textToVideo', options });
  expect(bodies).toEqual([]);
  expect(outputs[0]![0]!.json.request).toMatchObject({
    callback_url: 'resume URL of this execution',
  });
});
