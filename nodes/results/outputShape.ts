import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { taskField } from '../generated/contract';
import { nameValue, type Read, readChoice, readSwitch } from '../parameters/readValue';
import { keepApart } from '../tasks/taskJson';
import { outputChoices } from './fields/output';
import type { Form } from './openForm';

/** How much of what is known of a task comes out. */
export interface Shape {
  /** The fields that come out, in this order; absent for all. */
  fields?: readonly string[];
  /** Whether the item’s own fields come out as well. */
  keepInput: boolean;
}

const { id, status, progress } = taskField;
type Choice = (typeof outputChoices)[number];
const selectedByDefault = [status, 'videoUrl'];

/**
 * What a workflow goes on with. Where a wait ended without a video: how, and what the service said;
 * where the order was placed before, or the task was only looked at: what that showed.
 */
const simplified = [
  ...[id, status, 'videoUrl', 'label', 'paid'],
  ...['outcome', 'taskError', 'finished', progress, 'orderedBefore'],
];
/** Says nothing once the video is there. */
const ofNoVideo = ['outcome', progress];

/** Reads how much is to come out: the same for all items. */
export function readShape({ option }: Pick<Form, 'option'>): Shape {
  const named = option('outputFields', 'Output Fields', [], readNames);
  // Whoever names fields wants those, also without saying so a second time.
  const meant: Choice = named.length > 0 ? 'selected' : 'simplified';
  const choice = option('output', 'Output', meant, (value, label) =>
    readChoice(value, label, outputChoices),
  );
  const keepInput = option('keepInput', 'Keep Input Fields', false, readSwitch);
  if (choice === 'everything') return { keepInput };
  if (choice === 'simplified') return { keepInput, fields: simplified };
  return { keepInput, fields: [id, ...(named.length > 0 ? named : selectedByDefault)] };
}

function readNames(value: unknown, label: string): Read<string[]> {
  const named = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[,\n]/)
      : [];
  const names = named.map((name) => String(name).trim()).filter((name) => name !== '');
  if (names.length > 0) return { value: names };
  return { problem: `${label} must name at least one field, but it is ${nameValue(value)}.` };
}

/**
 * The output of a task as the person wants it.
 *
 * @param json - all that is known of the task
 * @param itemIndex - the item it belongs to
 */
export function shapeJson(
  context: IExecuteFunctions,
  json: IDataObject,
  itemIndex: number,
  { fields, keepInput }: Shape,
): IDataObject {
  // The address first: a table shows it without scrolling.
  const { [id]: ofTask, [status]: state, videoUrl, ...rest } = json;
  const first = { [id]: ofTask, [status]: state, ...(videoUrl !== undefined && { videoUrl }) };
  const all: IDataObject = { ...first, ...rest };
  const shown = fields === undefined ? all : pick(all, fields);
  if (!keepInput) return shown;
  return keepApart(context.getInputData()[itemIndex]?.json ?? {}, shown, 'input');
}

function pick(json: IDataObject, fields: readonly string[]): IDataObject {
  const isThere = json.videoUrl !== undefined && fields === simplified;
  const wanted = fields.filter(
    (name) => json[name] !== undefined && !(isThere && ofNoVideo.includes(name)),
  );
  return Object.fromEntries(wanted.map((name) => [name, json[name]]));
}
