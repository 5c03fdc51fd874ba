import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../../nodes/CreateVideo/fields/buildRequest.ts';
import type { FormRow } from '../../../../nodes/CreateVideo/fields/FormRow.ts';
import { modelFamily, modes, operations } from 'video-generation-openapi/constants';
import { readBuilt, validatorOf } from '../../../openapi/document.ts';
import { howMany, playsAllKinds } from '../../../thorough.ts';

type Fields = Record<string, unknown>;

const defaults: Fields = {
  mode: 'textToVideo',
  model: 'standard',
  prompt: 'A paper boat',
  firstFrameSource: 'url',
  lastFrameSource: 'url',
};

/** Builds a row's request from the fields of the form and of its options, which have no name in common. */
async function build(given: Fields, around: Partial<FormRow> = {}) {
  const fields = { ...defaults, ...given };
  const problems: string[] = [];
  const request = await buildRequest({
    field: (name) => fields[name] ?? '',
    options: fields,
    modelFamily,
    linkFiles: () => Promise.resolve([]),
    canReach: (hostname) => hostname.includes('.') && !hostname.startsWith('192.'),
    report: (problem) => void problems.push(problem),
    ...around,
  });
  return problems.length > 0 ? { problems } : { request };
}

const image = { mode: 'imageToVideo' };
const reference = { mode: 'referenceToVideo' };
const png = 'https://example.com/a.png';
const half = 'boat 🎬'.slice(0, 6);

const ofImages = modes.imageToVideo.models;

const inexact =
  'a number that can’t be sent exactly. Put it in quotes if the service takes text there.';
const taken = 'Use the fields of the form instead of repeating them here.';
const extras: Array<[unknown, string]> = [
  ['{a', 'must be a JSON object, but it is text that isn’t valid JSON.'],
  ['[1]', 'must be a JSON object, but it is a list.'],
  ['{"prompt":"other","seed":1}', `contains "prompt". ${taken}`],
  // In this mode, the form has it.
  [{ audio_urls: [] }, `contains "audio_urls". ${taken}`],
  ['{"a":[{"seed":668788154431811770}]}', `has in "seed" ${inexact}`],
  [{ seed: 2 ** 53 }, `has in "seed" ${inexact}`],
  [{ size: [{ width: NaN }] }, `has in "width" ${inexact}`],
  [
    { style: '{{ $json.style }}' },
    'has in "style" a text that contains "{{ $json.style }}", which n8n didn’t fill in. Switch the field from Fixed to Expression.',
  ],
];

describe('buildRequest', () => {
  it.each<[Fields, ...string[]]>([
    [
      { mode: 'Text' },
      'Mode must be one of "Text to Video", "Image to Video", "Reference to Video", but it is "Text".',
    ],
    [{ model: 'Fast' }, 'Model must be one of "standard", "fast", "other", but it is "Fast".'],
    [{ model: 'other' }, 'Model ID is empty. Copy it as the service writes it.'],
    [image, 'First Frame is empty. Give the picture that the video starts with.'],
    [
      { ...image, firstFrameSource: 'file' },
      'First Frame From must be one of "url", "binary", but it is "file".',
    ],
    [
      { ...image, firstFrame: `${png}<br>${png}` },
      'First Frame URL must be a single web address, but there are 2.',
    ],
    [
      { ...image, firstFrame: 'http://192.168.1.7/a.png' },
      'First Frame URL must be an address that the service can reach, but "192.168.1.7" is only known inside your own network. Give a public address, or pass the file itself.',
    ],
    [
      reference,
      'Image URLs, Video URLs and Audio URLs are all empty. Give at least one reference.',
    ],
    [
      { ...reference, imageUrls: `${png}\nhttps://dropbox.com/s/a.png?dl=0;https:/example.com` },
      'Image URLs, entry 2, must be a file, but "dropbox.com" shows a page around it. Download it first (n8n has nodes for Google Drive, Dropbox and OneDrive) and give the file, or give the address of the file itself.',
      'Image URLs, entry 3, must be a full web address that starts with http:// or https://, but it is "https:/example.com".',
    ],
    [{ duration: 5.5 }, 'Duration must be a whole number, but it is 5.5.'],
    [
      { prompt: '', duration: 'soon', quality: [720] },
      'Prompt is empty. Describe what the video should show.',
      'Duration must be a whole number, but it is "soon".',
      'Quality must be text, but it is a list.',
    ],
    [
      { callbackUrl: 'http://hooks.example.com/a?token=1' },
      'Callback URL must start with https://, but it starts with http://hooks.example.com.',
    ],
    [
      { callbackUrl: 'https://n8n/webhook/a' },
      'Callback URL must be an address that the service can reach, but "n8n" is only known inside your own network. Set N8N_WEBHOOK_URL (n8n 1: WEBHOOK_URL) on n8n to its public address.',
    ],
    ...['webhook', 'form'].map((kind): [Fields, string] => [
      { callbackUrl: `https://n8n.example.com/${kind}-test/1/video-finished` },
      'Callback URL must be a production URL, but it is a test URL, where n8n listens only while you try the workflow out. Copy the Production URL of the trigger.',
    ]),
    ...extras.map(([extraFields, problem]): [Fields, string] => [
      { ...reference, imageUrls: png, extraFields },
      `Extra Fields (JSON) ${problem}`,
    ]),
  ])('refuses %j', async (fields, ...problems) => {
    expect(await build(fields)).toEqual({ problems });
  });

  it.each<[string, Fields, Fields]>([
    ['nothing that is empty', { quality: '', duration: null, extraFields: '{}' }, {}],
    ['nothing for the service’s default', { duration: 'serviceDefault' }, {}],
    ['nothing for a callback that comes to nothing', { callbackUrl: '\u200B' }, {}],
    ['a model ID that nobody knows', { model: 'other', modelId: ' x-1 ' }, { model: 'x-1' }],
    [
      'a model ID that the list has, too',
      { model: 'other', modelId: modes.textToVideo.models.fast },
      { model: modes.textToVideo.models.fast },
    ],
    ['a value that the list does not have', { aspectRatio: ' 4:3 ' }, { aspect_ratio: '4:3' }],
    ['a duration from an expression', { duration: '6' }, { duration: 6 }],
    ['a duration that the service chooses', { duration: -1 }, { duration: -1 }],
    [
      'a field of the document that the form of the mode doesn’t have',
      { extraFields: { audio_urls: [png] } },
      { audio_urls: [png] },
    ],
    [
      'whole characters where a text was cut',
      { prompt: half, quality: half, extraFields: { note: [half] } },
      { prompt: 'boat \uFFFD', quality: 'boat \uFFFD', note: ['boat \uFFFD'] },
    ],
    [
      'nothing of U+0000, at which servers fail',
      { prompt: 'a\0 boat', extraFields: { note: 'x\0' } },
      { prompt: 'a boat', note: 'x' },
    ],
    [
      'numbers up to 2^53 as they are, and fractions',
      { extraFields: '{"seed":9007199254740991,"strength":0.5}' },
      { seed: 9007199254740991, strength: 0.5 },
    ],
    [
      'both frames in their order',
      { ...image, firstFrame: png, lastFrame: `${png}?2` },
      { model: ofImages.standard, image_urls: [png, `${png}?2`] },
    ],
    [
      'the mode that an expression gives by its name',
      { mode: ' Image to Video ', firstFrame: png },
      { model: ofImages.standard, image_urls: [png] },
    ],
    [
      'no last frame for a row without one',
      { ...image, firstFrame: png },
      { model: ofImages.standard, image_urls: [png] },
    ],
    [
      'nothing of the fields of other modes, whatever is in them',
      { firstFrame: '{{ x }}', imageUrls: 'https:/x', lastFrameSource: 'file' },
      {},
    ],
  ])('sends %s', async (_, fields, sent) => {
    const plain = { model: modes.textToVideo.models.standard, prompt: 'A paper boat' };
    expect(await build(fields)).toEqual({ request: { ...plain, ...sent } });
  });

  it('sends Standard and Fast of all modes with the account’s family', async () => {
    const sent: unknown[] = [];
    for (const mode of ['textToVideo', 'imageToVideo', 'referenceToVideo'])
      for (const model of ['standard', 'fast']) {
        const form = { mode, model, firstFrame: png, imageUrls: png };
        sent.push((await build(form, { modelFamily: 'x-2.0-mini' })).request?.model);
      }
    expect(sent).toEqual(
      ['text', 'image', 'reference'].flatMap((mode) => [
        `x-2.0-mini-${mode}-to-video`,
        `x-2.0-mini-fast-${mode}-to-video`,
      ]),
    );
  });

  it('checks a typed model ID against the mode in the account’s family, and in no other', async () => {
    const typed = async (modelId: string) =>
      await build({ model: 'other', modelId }, { modelFamily: 'x-2.0' });
    const other = 'x-2.0-fast-image-to-video';
    expect(await typed(other)).toEqual({
      problems: [
        `Model ID is "${other}", which belongs to another Mode. Choose that mode instead.`,
      ],
    });
    for (const id of ['x-2.0-fast-text-to-video', ofImages.fast, 'x-2.0'])
      expect((await typed(id)).request?.model).toBe(id);
  });

  it('gives a request that the document accepts, or says what is wrong, for any input', async () => {
    const url = fc.oneof(
      fc.string({ unit: 'binary-ascii' }).map((rest) => `https://example.com/${rest}`),
      fc.string({ unit: 'grapheme' }).map((rest) => `https://example.com/?q=${rest}`),
      fc.constantFrom('http://127.0.0.1:1/a', 'https://u:p@h/x', 'https://', 'http://[::1', 'x'),
    );
    const urls = fc.array(url, { maxLength: 4 });
    const words = fc.constantFrom('', ' ', 'fast', 'other', '[', '{}', 'null', half);
    const wild = fc.oneof(
      ...[url, urls, urls.map((list) => list.join('\n')), urls.map((list) => JSON.stringify(list))],
      ...[words, fc.string(), fc.json(), fc.double(), fc.anything()],
    );
    // Most inputs are right, so that whole requests come out and not only refusals.
    const mostly = (right: unknown) =>
      fc.oneof({ weight: 9, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: wild });
    const right = {
      ...{ model: 'standard', modelId: modes.textToVideo.models.fast, prompt: 'A boat' },
      ...{ firstFrame: png, lastFrame: '', imageUrls: png, videoUrls: '', audioUrls: '' },
      ...{ duration: 5, quality: '720p', aspectRatio: '16:9', extraFields: '{}' },
      ...{ callbackUrl: 'https://example.com/webhook' },
    };
    const fields = Object.entries(right).map(([name, value]) => [name, mostly(value)]);
    const rows: fc.Arbitrary<Fields> = fc.record({
      mode: fc.constantFrom(...Object.keys(modes)),
      ...(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>),
    });

    const document = await readBuilt('openapi.dereferenced');
    const { post } = document.paths[operations.createVideo.path];
    const accepts = validatorOf(post.requestBody.content['application/json'].schema);
    const known: string[] = Object.values(modes).flatMap(({ models }) => Object.values(models));
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(rows, async (row) => {
        const { request, problems } = await build(row);
        for (const problem of problems ?? []) expect(problem).toMatch(/^[A-Z].+\.$/s);
        if (request === undefined || !known.includes(request.model)) return;
        sent++;
        expect([request, accepts(request)]).toEqual([request, true]);
      }),
      { numRuns: howMany(200, 3_000) },
    );
    if (playsAllKinds()) expect(sent).toBeGreaterThan(20);
  });
});
