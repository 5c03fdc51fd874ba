import { taskField, taskStatus } from '../generated/contract';
import type { Task } from '../generated/types';
import { readFields, valuesIn, type Field } from './readFields';
import { taskIdProblem } from './taskIdProblem';

/** Exactly one of the two, or none when the answer is about no task at all. */
interface Recognized {
  task?: Task;
  /** Why the answer is not to be believed. */
  contradiction?: string;
}

/** Names under which interfaces like this one wrap a record; the contract (4.2) shows none. */
export const wrappers = ['data', 'task'];
const deepestWrapper = 3;
const contractWords: readonly unknown[] = Object.values(taskStatus);

/** As many as a person may want to try. */
const mostShown = 8;
const longestShown = 200;
/** The service's own field, an envelope's, and one or two that are about something else. */
const mostAsked = 4;

const idWords = ['id', 'ids', 'uuid', 'guid', 'uid'];
const thingWords = ['task', 'job', 'video', 'generation', 'operation', 'request', 'order'];
const nameWords = new Set([
  ...idWords,
  ...['task', 'job', 'operation'],
  ...thingWords.map((thing) => `${thing}id`),
]);
const addressWords = new Set(['location', 'href', 'self', 'url', 'uri', 'link']);
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/**
 * Finds the task in an answer. The contract shows it at the top; an answer that has no status there
 * but holds one record that has is read as that record. An answer with a status
 * of the contract inside that differs from the one outside, or with the id of another task, is no
 * ground for anything.
 *
 * @param taskId - the task that was asked for
 */
export function recognizeTask(answer: Record<string, unknown>, taskId: string): Recognized {
  const records = [...valuesIn(answer)].flatMap(({ path, value }) => {
    const isWrapped =
      path.length <= deepestWrapper && path.every((name) => wrappers.includes(name));
    const record = Object(value) as Record<string, unknown>;
    return isWrapped && typeof record.status === 'string' ? [{ path, record }] : [];
  });
  const [found, ...others] = records;
  if (found === undefined) return {};
  const { status } = found.record;
  const other = others.find(
    ({ record }) => record.status !== status && contractWords.includes(record.status),
  );
  if (other !== undefined) {
    const [one, another] = [found, other].map(
      ({ path, record }) =>
        `${[...path, taskField.status].join('.')} "${shorten(String(record.status))}"`,
    );
    return { contradiction: `the answer says ${one} and ${another} at once` };
  }
  const strange = records.find(({ record }) => !isSameId(record.id, taskId));
  if (strange !== undefined)
    return { contradiction: `the answer is about task "${shorten(String(strange.record.id))}"` };
  return { task: { ...found.record, status: shorten(String(status)) } as Task };
}

/** An answer need not repeat the id (contract 4.2 does not show it). */
function isSameId(told: unknown, asked: string): boolean {
  if (told === undefined || told === null || told === '') return true;
  // Reading JSON has altered a number that is too large to be exact; it may still be the one.
  if (typeof told === 'number' && !Number.isSafeInteger(told)) return Number(asked) === told;
  return String(told).trim() === asked;
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/**
 * Finds the tasks that a callback may be about, in the order in which the service is to be asked:
 * the outermost `id` first, as the contract has it.
 *
 * @param text - the body, of any kind
 */
export function findTaskIds(text: string): string[] {
  const ids = readFields(text)
    .filter(isId)
    .toSorted((one, other) => one.path.length - other.path.length || rank(one) - rank(other))
    .map(({ value }) => value.trim())
    .filter((id) => taskIdProblem(id) === undefined);
  return [...new Set(ids)].slice(0, mostAsked);
}

function rank({ path }: Field): number {
  const name = path.at(-1) ?? '';
  if (name === taskField.id) return 0;
  return /task/i.test(name) ? 1 : 2;
}

function isId({ path, value }: Field): boolean {
  const name = path.findLast((one) => one !== '');
  return name === undefined || nameWords.has(lastWord(name)) || uuid.exec(value)?.[0] === value;
}

/**
 * Finds what may be the ID of a task in an answer that does not name it where the contract does, so
 * that it is not lost: by the names of fields and headers, and by the look of values.
 *
 * @param text - the body, whole or broken off; JSON or not
 * @param headers - with names in lower case
 * @returns such as `data.id "abc"`; a number has all its digits
 */
export function findIds(text: string, headers: Record<string, unknown>): string[] {
  const named = Object.entries(headers).map(([name, value]) => ({
    path: [name],
    value: String(value),
  }));
  const found = new Set([...named, ...readFields(text)].flatMap(describe));
  return [...found].slice(0, mostShown);
}

function describe({ path, value }: Field): string[] {
  const shown = value.trim().slice(0, longestShown);
  if (shown === '' || /[\s"]/.test(shown)) return [];
  const names = path.filter((one) => one !== '');
  const way = names.slice(-3).join('.');
  const isAddress = addressWords.has(lastWord(names.at(-1) ?? ''));
  if (!isAddress)
    return isId({ path, value: shown }) || uuid.test(shown) ? [`${way} "${shown}"`.trim()] : [];
  // What stands behind the question mark of an address is never shown.
  const parameters = [...new URLSearchParams(shown.split('?')[1])];
  return [
    `${way} "${shown}"`,
    ...parameters
      .filter(([parameter]) => nameWords.has(lastWord(parameter)))
      .map(([parameter, id]) => `${way} ${parameter} "${id}"`),
  ];
}

/** The last word of a name such as `taskId`, `task_id` or `X-Task-ID`. */
const lastWord = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .at(-1)!
    .toLowerCase();
