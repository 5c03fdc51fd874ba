import { modes, requestField } from '../../generated/contract';
import type { GenerationRequest } from '../../generated/types';
import { nameValue, type Read, readNumber, readChoice } from '../../parameters/readValue';
import { checkUrl, isLoopback, parseUrlList, toWireUrl } from '../../links/urls';
import { isOutOfReach } from '../../links/isInside';
import {
  callbackChoices,
  modeChoices,
  modelChoices,
  typed,
  unsent,
  type Inputs,
  type Mode,
  type Picked,
} from './Inputs';
import { readExtraFields } from './readExtraFields';

export type BuiltRequest =
  | { request: GenerationRequest; problems?: undefined }
  | { request?: undefined; problems: string[] };

/** Takes down one sentence about a field that is wrong. */
type Report = (problem: string) => void;

type Body = Record<string, unknown>;

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Makes the service’s request from an item’s inputs, or says everything that is wrong with them.
 * Asks nobody: what it accepts validates against the OpenAPI document (contract 2.1), and values
 * that the contract leaves open are passed on as they are.
 *
 * @param inputs - the form’s values, expressions already resolved
 * @returns the request, or one sentence per problem, each beginning with the field’s name
 */
export function buildRequest(inputs: Inputs): BuiltRequest {
  const problems: string[] = [];
  const body: Body = {};
  const report: Report = (problem) => problems.push(problem);

  const mode = take(readChoice(inputs.mode, 'Mode', modeChoices), report);
  if (mode) {
    addModel(body, inputs, mode, report);
    addMedia(body, inputs, mode, report);
  }
  addPrompt(body, inputs.prompt, report);
  addOptionalFields(body, inputs, report);
  addCallback(body, inputs, report);
  const extra = take(readExtraFields(inputs.extraFields), report);
  return problems.length > 0
    ? { problems }
    : { request: { ...extra, ...body } as unknown as GenerationRequest };
}

function take<T>(read: Read<T>, report: Report): T | undefined {
  if (read.problem !== undefined) report(read.problem);
  return read.value;
}

function addModel(body: Body, inputs: Inputs, mode: Mode, report: Report): void {
  const choice = take(readChoice(inputs.model, 'Model', modelChoices), report);
  if (choice === undefined) return;
  if (choice !== typed) {
    body[requestField.model] = modes[mode].models[choice];
    return;
  }
  const { modelId } = inputs;
  if (typeof modelId !== 'string' || isBlank(modelId)) {
    report(`Model ID must be the name of a model, but it is ${nameValue(modelId)}.`);
    return;
  }
  const id = modelId.trim();
  const owner = modeChoices.find((other) =>
    Object.values<string>(modes[other].models).includes(id),
  );
  if (owner !== undefined && owner !== mode)
    report(`Model ID is "${id}", which belongs to another Mode. Choose that mode instead.`);
  else body[requestField.model] = id;
}

function addPrompt(body: Body, prompt: unknown, report: Report): void {
  if (isBlank(prompt)) report('Prompt is empty. Describe what the video should show.');
  else if (typeof prompt !== 'string')
    report(`Prompt must be text, but it is ${nameValue(prompt)}.`);
  else if (prompt.includes('[object Object]'))
    report('Prompt contains "[object Object]". Pick a field of that object in your expression.');
  else body[requestField.prompt] = prompt;
}

function addMedia(body: Body, inputs: Inputs, mode: Mode, report: Report): void {
  if (inputs.mediaProblems.length > 0) {
    inputs.mediaProblems.forEach(report);
    return;
  }
  const mayFetch = (hostname: string) => inputs.serviceIsInside || !isOutOfReach(hostname);
  if (mode === 'imageToVideo') {
    if (parseUrlList(inputs.firstFrame).length === 0)
      report('First Frame is empty. Give the address of the image that the video starts from.');
    body[requestField.imageUrls] = [
      ...readUrl('First Frame', inputs.firstFrame, report, mayFetch),
      ...readUrl('Last Frame', inputs.lastFrame, report, mayFetch),
    ];
  }
  if (mode === 'referenceToVideo') {
    const assets = [
      [requestField.imageUrls, 'Image URLs', inputs.imageUrls],
      [requestField.videoUrls, 'Video URLs', inputs.videoUrls],
      [requestField.audioUrls, 'Audio URLs', inputs.audioUrls],
    ] as const;
    for (const [field, label, value] of assets) {
      const list = readUrls(label, value, report, mayFetch);
      if (list.length > 0) body[field] = list;
    }
    if (assets.every(([, , value]) => parseUrlList(value).length === 0))
      report('Image URLs, Video URLs and Audio URLs are all empty. Give at least one reference.');
  }
}

/** @param mayFetch - whether the service can get at a host; it would be asked, and paid, in vain */
function readUrls(
  label: string,
  value: unknown,
  report: Report,
  mayFetch: (hostname: string) => boolean = () => true,
): string[] {
  return parseUrlList(value).flatMap((url, index, all) => {
    const problem = checkUrl(url) ?? checkReach(url, mayFetch);
    if (!problem) return [toWireUrl(url)];
    report(`${all.length > 1 ? `${label}, entry ${index + 1},` : label} ${problem}`);
    return [];
  });
}

function checkReach(url: string, mayFetch: (hostname: string) => boolean): string | undefined {
  const { hostname } = new URL(url);
  if (mayFetch(hostname)) return undefined;
  return `must be an address that the service can reach, but "${hostname}" is only known inside your own network. Give a public address, or pass the file itself.`;
}

function readUrl(
  label: string,
  value: unknown,
  report: Report,
  mayFetch?: (hostname: string) => boolean,
): string[] {
  const count = parseUrlList(value).length;
  if (count <= 1) return readUrls(label, value, report, mayFetch);
  report(`${label} must be a single web address, but there are ${count}.`);
  return [];
}

/** What is empty is left out, so that the service decides (contract 2.1, rule 2). */
function addOptionalFields(body: Body, inputs: Inputs, report: Report): void {
  const add = (field: string, label: string, choice: Picked, read: typeof readText) => {
    const isTyped = choice.picked === typed;
    if (!isTyped && (isBlank(choice.picked) || choice.picked === unsent)) return;
    const value = isTyped ? choice.typed : choice.picked;
    const known = take(read(value, isTyped ? `Other ${label}` : label), report);
    if (known !== undefined) body[field] = known;
  };
  add(requestField.duration, 'Duration', inputs.duration, readSeconds);
  const { quality } = inputs;
  add(requestField.quality, 'Quality', { picked: quality, typed: quality }, readText);
  add(requestField.aspectRatio, 'Aspect Ratio', inputs.aspectRatio, readText);
}

function readSeconds(value: unknown, label: string): Read<unknown> {
  return readNumber(value, { label, least: 1, most: Infinity, whole: true });
}

function readText(value: unknown, label: string): Read<unknown> {
  if (isBlank(value))
    return { problem: `${label} is empty. Fill it in, or choose a value from the list.` };
  if (typeof value === 'string') return { value: value.trim() };
  return { problem: `${label} must be text, but it is ${nameValue(value)}.` };
}

function addCallback(body: Body, inputs: Inputs, report: Report): void {
  const choice = take(readChoice(inputs.callback, 'Callback', callbackChoices), report);
  if (choice === undefined || choice === 'none') return;
  const isResume = choice === 'resumeExecution';
  const value = isResume ? inputs.resumeUrl : inputs.callbackUrl;
  if (isBlank(value)) {
    report('Callback URL is empty. Give the address to call, or set Callback to None.');
    return;
  }
  const [callbackUrl] = readUrl('Callback URL', value, report);
  if (callbackUrl === undefined) return;
  const { protocol, hostname } = new URL(callbackUrl);
  if (protocol !== 'https:' && !isLoopback(hostname))
    report(
      `Callback URL must start with https://, but it starts with ${protocol}//${hostname}.${isResume ? ' Set WEBHOOK_URL on n8n to its public https address.' : ''}`,
    );
  else body[requestField.callbackUrl] = callbackUrl;
}
