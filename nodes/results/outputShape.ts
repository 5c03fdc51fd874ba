import { taskField } from '../generated/contract';
import type { Form } from '../parameters/openForm';
import { choiceOf, nameValue, readList, readSwitch, type Read } from '../parameters/readValue';
import type { Fields } from '../tasks/taskJson';
import { outputChoices } from './fields';

/** How much of what is known of a task comes out. */
export interface Shape {
  /** The fields that come out, in this order; absent for all. */
  fields?: readonly string[];
  /** Whether the item’s own fields come out as well. */
  keepInput: boolean;
}

const { id, status, progress } = taskField;

/**
 * What a workflow goes on with. Where a wait ended without a video: how, and what the service said;
 * where the order was placed before, or the task was only looked at: what that showed.
 */
const simplified = [
  id,
  status,
  'videoUrl',
  'label',
  'paid',
  // As the service says what it cost, in units of its own.
  'usage',
  'outcome',
  'taskError',
  'finished',
  progress,
  'orderedBefore',
  'orderKey',
  'changedSinceOrdered',
];
/** Says nothing once the video is there. */
const ofNoVideo = ['outcome', progress];

/**
 * Reads how much is to come out: the same for all items.
 *
 * @param isTool - an agent's call has no fields of its own that anybody would miss
 */
export async function readShape({ field }: Pick<Form, 'field'>, isTool: boolean): Promise<Shape> {
  const choice = await field('options.output', 'Output', 'simplified', choiceOf(outputChoices));
  const keepInput = await field('options.keepInput', 'Keep Input Fields', !isTool, readSwitch);
  if (choice === 'everything') return { keepInput };
  if (choice === 'simplified') return { keepInput, fields: simplified };
  const named = await field(
    'options.outputFields',
    'Output Fields',
    [status, 'videoUrl'],
    readNames,
  );
  return { keepInput, fields: [id, ...named] };
}

function readNames(value: unknown, label: string): Read<string[]> {
  const named = readList(value, (text) => text.split(/[,\n]/));
  const names = named.filter((name) => typeof name === 'string');
  if (names.length > 0) return { value: names };
  return { problem: `${label} must name at least one field, but it is ${nameValue(value)}.` };
}

/** What is known of a task, as far as the person wants it; the address first, where a table shows it. */
export function shapeJson(json: Fields, { fields }: Shape): Fields {
  const names = [...new Set([id, status, 'videoUrl', ...Object.keys(json)])];
  const isThere = json.videoUrl !== undefined && fields === simplified;
  const wanted = (fields ?? names).filter(
    (name) =>
      Object.hasOwn(json, name) &&
      json[name] !== undefined &&
      !(isThere && ofNoVideo.includes(name)),
  );
  return Object.fromEntries(wanted.map((name) => [name, json[name]]));
}
