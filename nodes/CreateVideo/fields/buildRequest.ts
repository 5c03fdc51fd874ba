import type { INodeProperties } from 'n8n-workflow';
import type { GenerationRequest } from '../../generated/types';
import { findUnfilled, isBlank, nameValue, type Read } from '../../parameters/readValue';
import { callbackPart } from './addresses';
import { formatParts } from './format';
import { take, type FormRow, type RequestPart } from './FormRow';
import { framePart, referencePart } from './media';
import { modelPart, promptPart, readMode } from './modelAndPrompt';

/** The parts of a request, in the order of the form. */
export const formParts: RequestPart[] = [
  modelPart,
  promptPart,
  framePart,
  referencePart,
  ...formatParts,
];

/**
 * Makes a request from an item’s form (contract 2.1). Values that the contract leaves open are passed
 * on as they are.
 *
 * @returns the request, which can't be sent if a problem was reported
 */
export async function buildRequest(row: FormRow): Promise<GenerationRequest> {
  const mode = take(row, readMode(row.field('mode')));
  const body: object = {};
  for (const part of [...formParts, callbackPart]) Object.assign(body, await part.read(row, mode));
  const extra = take(row, readExtraFields(row.options.extraFields, Object.keys(body)));
  const json = JSON.stringify({ ...extra, ...body }, withWholeCharacters);
  return JSON.parse(json) as GenerationRequest;
}

/** JSON must not hold half an emoji, where a text was cut, and many servers fail at U+0000. */
const withWholeCharacters = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

export const extraFieldsOption: INodeProperties = {
  displayName: 'Extra Fields (JSON)',
  name: 'extraFields',
  type: 'json',
  default: '{}',
  description:
    'A JSON object with fields that your service takes and this form doesn’t have, such as a seed',
};

const label = extraFieldsOption.displayName;

/**
 * Reads a JSON object, or its text. Its fields never replace those of the form.
 *
 * @param known - the fields of the form, by their names in the request
 */
function readExtraFields(value: unknown, known: readonly string[]): Read<object> {
  if (isBlank(value)) return { value: {} };
  let fields = value;
  try {
    if (typeof value === 'string') fields = JSON.parse(value);
  } catch {
    return { problem: `${label} must be a JSON object, but it is text that isn’t valid JSON.` };
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { problem: `${label} must be a JSON object, but it is ${nameValue(fields)}.` };
  const taken = Object.keys(fields).find((field) => known.includes(field));
  if (taken !== undefined)
    return {
      problem: `${label} contains "${taken}". Use the fields of the form instead of repeating them here.`,
    };
  const problem = findUnsendable(fields);
  return problem === undefined ? { value: fields } : { problem: `${label} ${problem}` };
}

/** Finds a value that would arrive as something else than was typed. */
function findUnsendable(fields: object): string | undefined {
  let problem: string | undefined;
  JSON.stringify(fields, (key, value: unknown) => {
    const isFraction = Number.isFinite(value) && !Number.isInteger(value);
    if (typeof value === 'number' && !Number.isSafeInteger(value) && !isFraction)
      problem ??= `has in ${nameValue(key)} a number that can’t be sent exactly. Put it in quotes if the service takes text there.`;
    const unfilled = typeof value === 'string' ? findUnfilled(value) : undefined;
    if (unfilled) problem ??= `has in ${nameValue(key)} a text that ${unfilled}`;
    return value;
  });
  return problem;
}
