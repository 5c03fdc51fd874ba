import { fieldsIn } from '../text/fieldsIn';

/** As many as a person may want to try. */
const mostIds = 8;
const longestId = 200;
/** It bounds the time; an answer of this service has a few hundred characters. */
const longestRead = 60_000;

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i;
/** What stands behind such a word in a sentence, or begins with one. */
const idInText = new RegExp(
  `(?<=\\b(?:task|job|video|generation|operation|request|id)["']?[\\s:=#]{1,3}["']?)[\\w-]*\\d[\\w-]*|\\b(?:task|job|gen|video)[_-][\\w-]+|${uuid.source}`,
  'gi',
);

const idWords = ['id', 'ids', 'uuid', 'guid', 'uid'];
const thingWords = ['task', 'job', 'video', 'generation', 'operation', 'request', 'order'];
const nameWords = new Set([
  ...idWords,
  ...['task', 'job', 'operation'],
  ...thingWords.map((thing) => `${thing}id`),
]);
const addressWords = new Set(['location', 'href', 'self', 'url', 'uri', 'link']);

/** The last word of a name such as `taskId`, `task_id` or `X-Task-ID`. */
const lastWord = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .at(-1)!
    .toLowerCase();

/**
 * Finds what may be the id of a task in an answer that does not name it where the contract does, so
 * that it is not lost: by the names of fields and headers, and by the look of values.
 *
 * @param text - the body, whole or broken off; JSON or not
 * @param headers - with names in lower case
 * @returns such as `data.id "abc"`; a number has all its digits
 */
export function findIds(text: string, headers: Record<string, unknown>): string[] {
  const found = new Set<string>();
  for (const one of candidates(text.slice(0, longestRead), headers)) {
    found.add(one);
    if (found.size === mostIds) break;
  }
  return [...found];
}

function* candidates(text: string, headers: Record<string, unknown>): Generator<string> {
  for (const [name, value] of Object.entries(headers)) yield* idsIn(name, name, String(value));
  if (/^\s*[{[]/.test(text))
    for (const { path, value } of fieldsIn(text))
      yield* idsIn(path.at(-1) ?? '', path.slice(-3).join('.'), value);
  else for (const [id] of text.matchAll(idInText)) yield `"${id.slice(0, longestId)}"`;
}

function* idsIn(name: string, path: string, value: string): Generator<string> {
  const shown = value.trim().slice(0, longestId);
  if (shown === '' || /[\s"]/.test(shown)) return;
  const word = lastWord(name);
  const isAddress = addressWords.has(word);
  if (isAddress || nameWords.has(word) || uuid.test(shown)) yield `${path} "${shown}"`;
  if (!isAddress) return;
  // What stands behind the question mark of an address is never shown.
  for (const [parameter, id] of new URLSearchParams(shown.split('?')[1]))
    if (nameWords.has(lastWord(parameter))) yield `${path} ${parameter} "${id}"`;
}
