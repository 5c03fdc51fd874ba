import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../../nodes/CreateVideo/order/buildRequest.ts';
import type { Inputs, Picked } from '../../../../nodes/CreateVideo/order/Inputs.ts';
import { modes, operations } from '../../../../nodes/generated/contract.ts';
import { bodyViolation } from '../../../engine/validateRequest.ts';

const picked = (value: unknown, typed: unknown = ''): Picked => ({ picked: value, typed });

const blank: Inputs = {
  mode: 'textToVideo',
  model: 'standard',
  modelId: '',
  prompt: 'A paper boat',
  firstFrame: '',
  lastFrame: '',
  imageUrls: '',
  videoUrls: '',
  audioUrls: '',
  serviceIsInside: false,
  duration: picked(undefined),
  quality: undefined,
  aspectRatio: picked(undefined),
  callback: 'none',
  callbackUrl: undefined,
  resumeUrl: 'https://n8n.test/webhook-waiting/1',
  mediaProblems: [],
  extraFields: undefined,
};
const image = { mode: 'imageToVideo' } as const;
const reference = { mode: 'referenceToVideo' } as const;
const png = 'https://example.com/a.png';

describe('buildRequest', () => {
  it.each<[string, Partial<Inputs>, string[]]>([
    [
      'an unknown mode',
      { mode: 'Text' },
      ['Mode must be one of "textToVideo", "imageToVideo", "referenceToVideo", but it is "Text".'],
    ],
    [
      'an unknown model',
      { model: 'Fast' },
      ['Model must be one of "standard", "fast", "other", but it is "Fast".'],
    ],
    [
      'no model',
      { model: undefined },
      ['Model must be one of "standard", "fast", "other", but it is empty.'],
    ],
    [
      'an unknown callback',
      { callback: 'None' },
      ['Callback must be one of "none", "resumeExecution", "url", but it is "None".'],
    ],
    [
      'a frame that only one’s own network knows',
      { ...image, firstFrame: 'http://192.168.1.7/a.png', lastFrame: 'http://nas.local/b.png' },
      [
        'First Frame must be an address that the service can reach, but "192.168.1.7" is only known inside your own network. Give a public address, or pass the file itself.',
        'Last Frame must be an address that the service can reach, but "nas.local" is only known inside your own network. Give a public address, or pass the file itself.',
      ],
    ],
    [
      'one reference of two that only one’s own network knows',
      { ...reference, imageUrls: [png, 'https://minio:9000/a.png'] },
      [
        'Image URLs, entry 2, must be an address that the service can reach, but "minio" is only known inside your own network. Give a public address, or pass the file itself.',
      ],
    ],
    [
      'no callback URL',
      { callback: 'url', callbackUrl: ' ' },
      ['Callback URL is empty. Give the address to call, or set Callback to None.'],
    ],
    [
      'a blank prompt',
      { prompt: ' \n' },
      ['Prompt is empty. Describe what the video should show.'],
    ],
    ['a prompt that is not text', { prompt: 7 }, ['Prompt must be text, but it is 7.']],
    [
      'a prompt with an object in it',
      { prompt: 'A [object Object] at sea' },
      ['Prompt contains "[object Object]". Pick a field of that object in your expression.'],
    ],
    ['no model id', { model: 'other' }, ['Model ID must be the name of a model, but it is empty.']],
    [
      'a model id that is nothing',
      { model: 'other', modelId: undefined },
      ['Model ID must be the name of a model, but it is empty.'],
    ],
    [
      'a model id that is a number',
      { model: 'other', modelId: 3 },
      ['Model ID must be the name of a model, but it is 3.'],
    ],
    [
      'the model id of another mode',
      { model: 'other', modelId: modes.imageToVideo.models.fast },
      [
        `Model ID is "${modes.imageToVideo.models.fast}", which belongs to another Mode. Choose that mode instead.`,
      ],
    ],
    [
      'files that cannot be linked',
      { ...image, mediaProblems: ['First Frame File is "data", but this item has no such file.'] },
      ['First Frame File is "data", but this item has no such file.'],
    ],
    [
      'no first frame',
      image,
      ['First Frame is empty. Give the address of the image that the video starts from.'],
    ],
    [
      'two first frames',
      { ...image, firstFrame: [png, png] },
      ['First Frame must be a single web address, but there are 2.'],
    ],
    [
      'a first frame without a scheme',
      { ...image, firstFrame: 'example.com/a.png' },
      [
        'First Frame must be a full web address that starts with http:// or https://, but it is "example.com/a.png".',
      ],
    ],
    [
      'a data URL',
      { ...image, firstFrame: 'data:image/png;base64,AAAA' },
      [
        'First Frame must be a full web address that starts with http:// or https://, but it is "data:image/png;base64,AAAA".',
      ],
    ],
    [
      'a login in a URL',
      { ...image, firstFrame: 'https://me:secret@example.com/a.png' },
      [
        'First Frame must not contain a user name or password, but it is "https://***@example.com/a.png".',
      ],
    ],
    [
      'no reference',
      reference,
      ['Image URLs, Video URLs and Audio URLs are all empty. Give at least one reference.'],
    ],
    [
      'one bad reference of two',
      { ...reference, videoUrls: ['https://example.com/a.mp4', 'ftp://example.com/b.mp4'] },
      [
        'Video URLs, entry 2, must be a full web address that starts with http:// or https://, but it is "ftp://example.com/b.mp4".',
      ],
    ],
    [
      'a duration with a fraction',
      { duration: picked(5.5) },
      ['Duration must be a whole number of at least 1, but it is 5.5.'],
    ],
    [
      'a duration of nothing',
      { duration: picked(0) },
      ['Duration must be a whole number of at least 1, but it is 0.'],
    ],
    [
      'a typed duration that is empty',
      { duration: picked('other', '') },
      ['Other Duration must be a whole number of at least 1, but it is empty.'],
    ],
    [
      'typed values that are empty',
      { aspectRatio: picked('other') },
      ['Other Aspect Ratio is empty. Fill it in, or choose a value from the list.'],
    ],
    ['a quality that is no text', { quality: 720 }, ['Quality must be text, but it is 720.']],
    [
      'a callback in the clear',
      { callback: 'url', callbackUrl: 'http://hooks.example.com/a?token=1' },
      ['Callback URL must start with https://, but it starts with http://hooks.example.com.'],
    ],
    [
      'a resume URL in the clear',
      { callback: 'resumeExecution', resumeUrl: 'http://n8n.internal/webhook-waiting/1' },
      [
        'Callback URL must start with https://, but it starts with http://n8n.internal. Set WEBHOOK_URL on n8n to its public https address.',
      ],
    ],
    [
      'extra fields that are not JSON',
      { extraFields: '{a' },
      ['Extra Fields (JSON) must be a JSON object, but it is text that isn’t valid JSON.'],
    ],
    [
      'extra fields in an array',
      { extraFields: [1] },
      ['Extra Fields (JSON) must be a JSON object, but it is a list.'],
    ],
    [
      'extra fields that are null as text',
      { extraFields: 'null' },
      ['Extra Fields (JSON) must be a JSON object, but it is empty.'],
    ],
    [
      'an extra field that the form has',
      { extraFields: '{"prompt":"other","seed":1}' },
      [
        'Extra Fields (JSON) contains "prompt". Use the fields of the form instead of repeating them here.',
      ],
    ],
    [
      'an extra field that would change the prototype',
      { extraFields: '{"__proto__":{"a":1}}' },
      ['Extra Fields (JSON) contains "__proto__", which can’t be sent.'],
    ],
    [
      'several things at once',
      { prompt: '', duration: picked('long') },
      [
        'Prompt is empty. Describe what the video should show.',
        'Duration must be a whole number of at least 1, but it is "long".',
      ],
    ],
  ])('refuses %s', (_, inputs, problems) => {
    expect(buildRequest({ ...blank, ...inputs })).toEqual({ problems });
  });

  it.each<[string, Partial<Inputs>]>([
    [
      'a loopback callback in the clear',
      { callback: 'url', callbackUrl: 'http://127.0.0.1:5678/webhook/a' },
    ],
    ['an IPv6 loopback callback', { callback: 'url', callbackUrl: 'http://[::1]:5678/webhook/a' }],
    [
      'a frame inside the network in which the service stands as well',
      { ...image, firstFrame: 'http://minio:9000/a.png', serviceIsInside: true },
    ],
    ['a duration from an expression', { duration: picked('6') }],
    ['letters of any language', { prompt: '紙の船が雨の通りを流れる' }],
  ])('takes %s', (_, inputs) => {
    const { request } = buildRequest({ ...blank, ...inputs });
    const { path } = operations.createVideo;
    expect(bodyViolation(path, 'post', request)).toBeUndefined();
  });

  it.each<[string, Picked, unknown]>([
    ['the service’s default', picked('serviceDefault', '9:16'), undefined],
    ['an expression that found nothing', picked(undefined, '9:16'), undefined],
    ['a value of the list', picked('16:9', '9:16'), '16:9'],
    ['a value that the list does not have', picked('4:3', ''), '4:3'],
    ['a typed value', picked('other', ' 9:16 '), '9:16'],
  ])('sends of a list and its field: %s', (_, aspectRatio, sent) => {
    const { request } = buildRequest({ ...blank, aspectRatio });
    expect(request).toEqual({
      ...buildRequest(blank).request,
      ...(sent === undefined ? {} : { aspect_ratio: sent }),
    });
  });

  it('gives a request that the document accepts, or says what is wrong, for any input', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('', ' ', 'A boat', '[', '{}', 'null'));
    const url = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.string({ unit: 'binary-ascii' }).map((rest) => `https://example.com/${rest}`),
      fc.string({ unit: 'grapheme' }).map((rest) => `https://example.com/?q=${rest}`),
      fc.constantFrom('http://127.0.0.1:1/a', 'https://u:p@h/x', 'https://', 'http://[::1', 'x'),
      text,
    );
    const list = fc.oneof(
      url,
      fc.array(url, { maxLength: 4 }),
      fc.array(url, { maxLength: 4 }).map((urls) => urls.join('\n')),
      fc.array(url, { maxLength: 4 }).map((urls) => JSON.stringify(urls)),
      fc.anything(),
    );
    const any = fc.oneof(text, fc.integer(), fc.double(), fc.constant(undefined), fc.anything());
    // Most inputs are right, so that whole requests come out and not only refusals.
    const mostly = <T>(right: T, wild: fc.Arbitrary<unknown>) =>
      fc.oneof({ weight: 6, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: wild });
    const pick = (right: unknown) =>
      fc.record({ picked: mostly(right, fc.oneof(fc.constant('other'), any)), typed: any });
    const image = 'https://example.com/a.png';
    const inputs = fc.record({
      mode: fc.constantFrom(...(Object.keys(modes) as Array<Inputs['mode']>)),
      model: mostly('standard', fc.oneof(fc.constantFrom('fast', 'other', 'Fast'), fc.anything())),
      modelId: mostly(modes.textToVideo.models.fast, fc.anything()),
      prompt: mostly('A boat', fc.oneof(text, fc.anything())),
      firstFrame: mostly(image, list),
      lastFrame: mostly('', list),
      imageUrls: mostly(image, list),
      videoUrls: list,
      audioUrls: mostly('', list),
      duration: pick(5),
      quality: mostly('720p', any),
      aspectRatio: pick('16:9'),
      callback: fc.constantFrom('none', 'url', 'resumeExecution'),
      callbackUrl: mostly('https://example.com/webhook', list),
      serviceIsInside: fc.boolean(),
      resumeUrl: fc.constant('https://n8n.test/webhook-waiting/1'),
      mediaProblems: fc.constant([]),
      extraFields: mostly('{}', fc.oneof(fc.json(), fc.anything())),
    }) as fc.Arbitrary<Inputs>;

    const known: string[] = Object.values(modes).flatMap(({ models }) => Object.values(models));
    let sent = 0;
    fc.assert(
      fc.property(inputs, (input) => {
        const { request, problems } = buildRequest(input);
        if (problems) {
          expect(problems.length).toBeGreaterThan(0);
          for (const problem of problems) expect(problem).toMatch(/^[A-Z].+\.$/s);
          return;
        }
        sent++;
        if (!known.includes(request.model)) return;
        const wire: unknown = JSON.parse(JSON.stringify(request));
        expect(bodyViolation(operations.createVideo.path, 'post', wire)).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
    expect(sent).toBeGreaterThan(500);
    expect(sent).toBeLessThan(4500);
  });
});
