import { modes, requestField } from '../../generated/contract';
import type { GenerationRequest } from '../../generated/types';
import {
  choiceOf,
  isBlank,
  numberFrom,
  readText,
  type Read,
  type Reader,
} from '../../parameters/readValue';
import { modeChoices, modeNames, otherModel, serviceDefault, take } from './FormRow';
import type { FormRow, Mode } from './FormRow';
import { readCallback, readMedia } from './readMedia';
import { readExtraFields } from './readOptions';

/**
 * Makes the service’s request from an item’s form. What it makes validates against the OpenAPI
 * document (contract 2.1), and values that the contract leaves open are passed on as they are.
 *
 * @returns the request; of no use where a problem was reported, in a sentence that begins with the
 *   field’s name
 */
export async function buildRequest(row: FormRow): Promise<GenerationRequest> {
  const { field, options } = row;
  const mode = take(row, readMode(field('mode')));
  const body = {
    [requestField.model]: mode && take(row, readModel(row, mode)),
    [requestField.prompt]: take(
      row,
      readText(field('prompt'), 'Prompt', 'Describe what the video should show.'),
    ),
    ...(mode && (await readMedia(row, mode))),
    [requestField.duration]: readPicked(row, 'duration', 'Duration', seconds),
    [requestField.quality]: readPicked(row, 'quality', 'Quality', readPlain),
    [requestField.aspectRatio]: readPicked(row, 'aspectRatio', 'Aspect Ratio', readPlain),
    [requestField.callbackUrl]: readCallback(row),
  };
  const extra = take(row, readExtraFields(options.extraFields, Object.keys(body)));
  // What is undefined is left out, so that the service decides (contract 2.1, rule 2).
  return JSON.parse(
    JSON.stringify({ ...extra, ...body }, withWholeCharacters),
  ) as GenerationRequest;
}

/**
 * A text that was cut in the middle of an emoji ends in half a character, which no JSON may hold; and
 * at U+0000, which shows nothing, many servers fail.
 */
const withWholeCharacters = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

/** An expression may give its name: that hides no field of the form, which drops what it hides. */
function readMode(value: unknown): Read<Mode> {
  const names = Object.values(modeNames);
  const read = choiceOf(names)(modeNames[String(value).trim() as Mode] ?? value, 'Mode');
  return read.problem === undefined ? { value: modeChoices[names.indexOf(read.value)]! } : read;
}

function readModel({ field, modelFamily }: FormRow, mode: Mode): Read<string> {
  const choice = choiceOf(['standard', 'fast', otherModel])(field('model'), 'Model');
  if (choice.problem !== undefined) return choice;
  if (choice.value !== otherModel)
    return { value: modelFamily + modes[mode].suffixes[choice.value] };
  const id = readText(field('modelId'), 'Model ID', 'Copy it as the service writes it.');
  const owner = modeChoices.find((other) =>
    Object.values(modes[other].suffixes).some((suffix) => id.value === modelFamily + suffix),
  );
  if (owner === undefined || owner === mode) return id;
  return {
    problem: `Model ID is "${id.value}", which belongs to another Mode. Choose that mode instead.`,
  };
}

/** A value of a list, or another one that an expression gives. */
function readPicked(row: FormRow, name: string, label: string, read: Reader<unknown>): unknown {
  const picked = row.field(name);
  return picked === serviceDefault || isBlank(picked) ? undefined : take(row, read(picked, label));
}

/** Also -1, with which some services choose the length themselves. */
const seconds = numberFrom(-Infinity, Infinity, 'whole number');

const readPlain: Reader<string> = (value, label) =>
  readText(value, label, 'Choose a value from the list.');
