import { modes, requestField } from '../generated/contract';
import type { GenerationRequest } from '../generated/types';
import { checkUrl, isLoopback } from '../urls/checkUrl';
import { parseUrlList } from '../urls/parseUrlList';
import { toWireUrl } from '../urls/toWireUrl';
import type { Inputs } from './Inputs';

export type BuiltRequest =
  | { request: GenerationRequest; problems?: undefined }
  | { request?: undefined; problems: string[] };

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A value as people would name it; what is neither text nor number by its type. */
const shown = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? `"${value}"` : typeof value;

/**
 * Makes the service's request from an item's inputs, or says everything that is wrong with them.
 * Asks nobody: what it accepts validates against the OpenAPI document (contract 2.1), and values
 * that the contract leaves open are passed on as they are.
 *
 * @param inputs - the form's values, expressions already resolved
 * @returns the request, or one sentence per problem ("Expected <field> to be …, got …")
 */
export function buildRequest(inputs: Inputs): BuiltRequest {
  const problems: string[] = [];
  const body: Record<string, unknown> = {};
  const mode = modes[inputs.mode];
  const expected = (label: string, what: string) => problems.push(`Expected ${label} ${what}`);

  const urls = (label: string, value: unknown): string[] =>
    parseUrlList(value).flatMap((url, index, all) => {
      const problem = checkUrl(url);
      if (!problem) return [toWireUrl(url)];
      expected(all.length > 1 ? `${label} ${index + 1}` : label, problem);
      return [];
    });

  const oneUrl = (label: string, value: unknown): string[] => {
    const found = parseUrlList(value);
    if (found.length > 1) {
      expected(label, `to be one URL, got ${found.length}`);
      return [];
    }
    return urls(label, value);
  };

  if (inputs.model === 'other') {
    if (isBlank(inputs.modelId)) expected('Model ID', 'to name a model, got nothing');
    body[requestField.model] = String(inputs.modelId ?? '').trim();
  } else body[requestField.model] = mode.models[inputs.model];

  if (typeof inputs.prompt !== 'string' || isBlank(inputs.prompt))
    expected(
      'Prompt',
      `to be text, got ${isBlank(inputs.prompt) ? 'nothing' : typeof inputs.prompt}`,
    );
  else body[requestField.prompt] = inputs.prompt;

  if (inputs.mode === 'imageToVideo') {
    if (parseUrlList(inputs.firstFrame).length === 0)
      expected('First Frame', 'to be the URL of an image, got nothing');
    const frames = [
      ...oneUrl('First Frame', inputs.firstFrame),
      ...oneUrl('Last Frame', inputs.lastFrame),
    ];
    body[requestField.imageUrls] = frames;
  }

  if (inputs.mode === 'referenceToVideo') {
    const before = problems.length;
    const assets = [
      [requestField.imageUrls, urls('Image URLs', inputs.imageUrls)],
      [requestField.videoUrls, urls('Video URLs', inputs.videoUrls)],
      [requestField.audioUrls, urls('Audio URLs', inputs.audioUrls)],
    ] as const;
    for (const [field, list] of assets) if (list.length > 0) body[field] = list;
    if (problems.length === before && assets.every(([, list]) => list.length === 0))
      expected('Image URLs, Video URLs or Audio URLs', 'to hold at least one reference, got none');
  }

  if (!isBlank(inputs.duration)) {
    const duration = typeof inputs.duration === 'object' ? NaN : Number(inputs.duration);
    if (!Number.isSafeInteger(duration) || duration <= 0)
      expected('Duration', `to be a whole number above 0, got ${shown(inputs.duration)}`);
    else body[requestField.duration] = duration;
  }
  const label = (field: string, name: string, value: unknown) => {
    if (isBlank(value)) return;
    if (typeof value !== 'string') expected(name, `to be text, got ${typeof value}`);
    else body[field] = value.trim();
  };
  label(requestField.quality, 'Quality', inputs.quality);
  label(requestField.aspectRatio, 'Aspect Ratio', inputs.aspectRatio);

  if (!isBlank(inputs.callbackUrl)) {
    const [callbackUrl] = oneUrl('Callback URL', inputs.callbackUrl);
    if (callbackUrl) {
      const { protocol, hostname } = new URL(callbackUrl);
      if (protocol !== 'https:' && !isLoopback(hostname))
        expected(
          'Callback URL',
          `to start with https://, got ${protocol}//${hostname}${inputs.callback === 'resumeExecution' ? '; set WEBHOOK_URL on n8n to its public https address' : ''}`,
        );
      body[requestField.callbackUrl] = callbackUrl;
    }
  }

  addExtraFields(inputs.extraFields, body, expected);
  return problems.length > 0 ? { problems } : { request: body as unknown as GenerationRequest };
}

/** Adds parameters that the service may take later; they never replace what the form set. */
function addExtraFields(
  value: unknown,
  body: Record<string, unknown>,
  expected: (label: string, what: string) => void,
): void {
  if (isBlank(value)) return;
  let extra: unknown = value;
  if (typeof value === 'string') {
    try {
      extra = JSON.parse(value);
    } catch {
      expected('Extra Fields', 'to be a JSON object, got text that is not JSON');
      return;
    }
  }
  if (typeof extra !== 'object' || extra === null || Array.isArray(extra)) {
    expected(
      'Extra Fields',
      `to be a JSON object, got ${Array.isArray(extra) ? 'an array' : typeof extra}`,
    );
    return;
  }
  const known: string[] = Object.values(requestField);
  for (const [field, fieldValue] of Object.entries(extra)) {
    if (known.includes(field) || field === '__proto__')
      expected('Extra Fields', `to hold only fields that the form does not have, got "${field}"`);
    else body[field] = fieldValue;
  }
}
