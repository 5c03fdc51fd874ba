import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../nodes/CreateVideo/buildRequest.ts';
import type { Inputs } from '../../../nodes/CreateVideo/Inputs.ts';
import { modes, operations } from '../../../nodes/generated/contract.ts';
import { bodyViolation } from '../../engine/validateRequest.ts';

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
  duration: undefined,
  quality: undefined,
  aspectRatio: undefined,
  callback: 'none',
  callbackUrl: undefined,
  extraFields: undefined,
};
const image = { mode: 'imageToVideo' } as const;
const reference = { mode: 'referenceToVideo' } as const;
const png = 'https://example.com/a.png';

describe('buildRequest', () => {
  it.each<[string, Partial<Inputs>, string[]]>([
    ['a blank prompt', { prompt: ' \n' }, ['Expected Prompt to be text, got nothing']],
    ['a prompt that is not text', { prompt: 7 }, ['Expected Prompt to be text, got number']],
    ['no model id', { model: 'other' }, ['Expected Model ID to name a model, got nothing']],
    ['no first frame', image, ['Expected First Frame to be the URL of an image, got nothing']],
    [
      'two first frames',
      { ...image, firstFrame: [png, png] },
      ['Expected First Frame to be one URL, got 2'],
    ],
    [
      'a first frame without a scheme',
      { ...image, firstFrame: 'example.com/a.png' },
      ['Expected First Frame to be an absolute http or https URL, got "example.com/a.png"'],
    ],
    [
      'a data URL',
      { ...image, firstFrame: 'data:image/png;base64,AAAA' },
      [
        'Expected First Frame to be an absolute http or https URL, got "data:image/png;base64,AAAA"',
      ],
    ],
    [
      'a login in a URL',
      { ...image, firstFrame: 'https://me:secret@example.com/a.png' },
      [
        'Expected First Frame to carry no user name or password, got "https://***@example.com/a.png"',
      ],
    ],
    [
      'no reference',
      reference,
      ['Expected Image URLs, Video URLs or Audio URLs to hold at least one reference, got none'],
    ],
    [
      'one bad reference of two',
      { ...reference, videoUrls: ['https://example.com/a.mp4', 'ftp://example.com/b.mp4'] },
      ['Expected Video URLs 2 to be an absolute http or https URL, got "ftp://example.com/b.mp4"'],
    ],
    [
      'a duration with a fraction',
      { duration: 5.5 },
      ['Expected Duration to be a whole number above 0, got "5.5"'],
    ],
    [
      'a duration of nothing',
      { duration: 0 },
      ['Expected Duration to be a whole number above 0, got "0"'],
    ],
    [
      'a callback in the clear',
      { callbackUrl: 'http://hooks.example.com/a?token=1' },
      ['Expected Callback URL to start with https://, got http://hooks.example.com'],
    ],
    [
      'a resume URL in the clear',
      { callback: 'resumeExecution', callbackUrl: 'http://n8n.internal/webhook-waiting/1' },
      [
        'Expected Callback URL to start with https://, got http://n8n.internal; set WEBHOOK_URL on n8n to its public https address',
      ],
    ],
    [
      'extra fields that are not JSON',
      { extraFields: '{a' },
      ['Expected Extra Fields to be a JSON object, got text that is not JSON'],
    ],
    [
      'extra fields in an array',
      { extraFields: [1] },
      ['Expected Extra Fields to be a JSON object, got an array'],
    ],
    [
      'an extra field that the form has',
      { extraFields: '{"prompt":"other","seed":1}' },
      ['Expected Extra Fields to hold only fields that the form does not have, got "prompt"'],
    ],
    [
      'several things at once',
      { prompt: '', duration: 'long' },
      [
        'Expected Prompt to be text, got nothing',
        'Expected Duration to be a whole number above 0, got "long"',
      ],
    ],
  ])('refuses %s', (_, inputs, problems) => {
    expect(buildRequest({ ...blank, ...inputs })).toEqual({ problems });
  });

  it.each<[string, Partial<Inputs>]>([
    ['a loopback callback in the clear', { callbackUrl: 'http://127.0.0.1:5678/webhook/a' }],
    ['an IPv6 loopback callback', { callbackUrl: 'http://[::1]:5678/webhook/a' }],
    ['a duration from an expression', { duration: '6' }],
    ['letters of any language', { prompt: '紙の船が雨の通りを流れる' }],
  ])('takes %s', (_, inputs) => {
    const { request } = buildRequest({ ...blank, ...inputs });
    const { path } = operations.createVideo;
    expect(bodyViolation(path, 'post', request)).toBeUndefined();
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
    const image = 'https://example.com/a.png';
    const inputs = fc.record({
      mode: fc.constantFrom(...(Object.keys(modes) as Array<Inputs['mode']>)),
      model: fc.constantFrom('standard', 'fast'),
      modelId: text,
      prompt: mostly('A boat', fc.oneof(text, fc.anything())),
      firstFrame: mostly(image, list),
      lastFrame: mostly('', list),
      imageUrls: mostly(image, list),
      videoUrls: list,
      audioUrls: mostly('', list),
      duration: mostly(5, any),
      quality: mostly('720p', any),
      aspectRatio: mostly('16:9', any),
      callback: fc.constantFrom('none', 'url', 'resumeExecution'),
      callbackUrl: mostly('https://example.com/webhook', list),
      extraFields: mostly('{}', fc.oneof(fc.json(), fc.anything())),
    }) as fc.Arbitrary<Inputs>;

    let sent = 0;
    fc.assert(
      fc.property(inputs, (input) => {
        const { request, problems } = buildRequest(input);
        if (problems) {
          expect(problems.length).toBeGreaterThan(0);
          for (const problem of problems) expect(problem).toMatch(/^Expected [A-Z].+, got .+/s);
          return;
        }
        sent++;
        const wire: unknown = JSON.parse(JSON.stringify(request));
        expect(bodyViolation(operations.createVideo.path, 'post', wire)).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
    expect(sent).toBeGreaterThan(500);
    expect(sent).toBeLessThan(4500);
  });
});
