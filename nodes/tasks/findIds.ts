import { idOf, longestRecord, readRecord, taskIdProblem } from './readRecord';

/** As many as a person may want to try. */
const mostShown = 8;
const longestShown = 200;
/** The service's own field, an envelope's, and one or two that are about something else. */
const mostAsked = 4;

/** Names of IDs, in lower case with `_` between their words. */
const idName =
  /(?:^|[^a-z])(?:(?:task|job|video|generation|operation|request|order)?ids?|u?uid|guid|task|job|operation)$/;
const ofRequest = /request|trace|correlation/i;

/** A field of JSON, whole or broken off; a number that ends with the text may have lost digits. */
const field =
  /"((?:[^"\\]|\\.){0,100})"\s{0,20}:[\s[]{0,20}(?:"((?:[^"\\]|\\.){1,2000})"|(\d{1,100})(?=[\s,}\]]))/g;

const form = /^[^\s=&<{["]{1,100}=\S*$/;

type Field = { name: string; value: string };

/** Reads the fields of JSON, whole or broken off; JSON that stands in a text is opened. */
function fieldsOf(text: string): Field[] {
  return Array.from(text.matchAll(field)).flatMap(([, name = '', inQuotes, number = '']) => {
    const value = (inQuotes ?? number).trim();
    const inner = value.startsWith('{') ? fieldsOf(value.replace(/\\(.)/g, '$1')) : [];
    return inner.length > 0 ? inner : [{ name, value }];
  });
}

const isId = ({ name }: Field) =>
  idName.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase());

/**
 * Finds the tasks that a callback may be about, in the order in which the service is to be asked:
 * the one that stands where the contract has it, and then whatever else looks like an ID.
 *
 * @param text - the body, of any kind
 */
export function findTaskIds(text: string): string[] {
  const start = text.slice(0, longestRecord).trim();
  const read = form.test(start)
    ? JSON.stringify(Object.fromEntries(new URLSearchParams(start)))
    : start;
  const first = idOf(readRecord(read))?.trim() ?? '';
  const others = fieldsOf(read).filter(isId);
  // What stands in JSON with a backslash reads otherwise.
  const ids = [first, ...others.map(({ value }) => value).filter((id) => !id.includes('\\'))];
  return [...new Set(ids.filter((id) => taskIdProblem(id) === undefined))].slice(0, mostAsked);
}

/**
 * Finds what may be the ID of a task in an answer that does not name it where the contract does, so
 * that it is not lost: by the names of its fields.
 *
 * @param text - the body, whole or broken off; JSON or not
 * @param isTaken - whether the service took the request: in an error, the ID of a request is its own
 * @returns such as `task_id "abc"`; a number has all its digits
 */
export function findIds(text: string, isTaken: boolean): string[] {
  const found = fieldsOf(text)
    .filter(isId)
    .filter(({ name, value }) => (isTaken || !ofRequest.test(name)) && /^[^\s"]+$/.test(value))
    .map(({ name, value }) => `${name} "${value.slice(0, longestShown)}"`);
  return [...new Set(found)].slice(0, mostShown);
}
