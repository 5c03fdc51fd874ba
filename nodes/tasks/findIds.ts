import { taskField } from '../generated/contract';
import { parseJson } from './parseJson';
import { taskIdProblem } from './taskIdProblem';

/** A text or a number in a body, and the names on the way to it; the entries of a list have none. */
interface Field {
  path: readonly string[];
  value: string;
}

/** Both bound the time; a body of this service has a few hundred characters and a dozen fields. */
const longestRead = 32_000;
const mostValues = 2_000;

/** As many as a person may want to try. */
const mostShown = 8;
const longestShown = 200;
/** The service's own field, an envelope's, and one or two that are about something else. */
const mostAsked = 4;

/** Names of IDs, in lower case with `_` between their words. */
const idName =
  /(?:^|[^a-z])(?:(?:task|job|video|generation|operation|request|order)?ids?|u?uid|guid|task|job|operation)$/;
const addressName = /^(?:location|href|self|url|uri|link)$/;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** A whole field of JSON that cannot be parsed; a number that ends with the body may have lost digits. */
const fieldInPiece = /"([^"\\]{0,100})"\s*:\s*(?:"([^"\\]{1,600})"|(\d{1,100})(?=[\s,}\]]))/g;
const form = /^[^\s=&<{["]{1,100}=\S*$/;

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

/**
 * Finds what may be the ID of a task in an answer that does not name it where the contract does, so
 * that it is not lost: by the names of fields and headers, and by the look of values.
 *
 * @param text - the body, whole or broken off; JSON or not
 * @param headers - with names in lower case
 * @returns such as `data.id "abc"`; a number has all its digits
 */
export function findIds(text: string, headers: Record<string, unknown>): string[] {
  const named = Object.entries(headers).map(([name, value]): Field => {
    return { path: [name], value: String(value) };
  });
  const found = [...named, ...readFields(text)].flatMap((field) => {
    const value = field.value.trim().slice(0, longestShown);
    const isShown = isId({ ...field, value }) || addressName.test(nameOf(field));
    return isShown && /^[^\s"]+$/.test(value)
      ? [`${field.path.slice(-3).join('.')} "${value}"`.trim()]
      : [];
  });
  return [...new Set(found)].slice(0, mostShown);
}

const nameOf = ({ path }: Field): string =>
  (path.at(-1) ?? '').replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();

/** A text that stands alone can only be one. */
const isId = (field: Field): boolean =>
  field.path.length === 0 || idName.test(nameOf(field)) || uuid.test(field.value);

function rank({ path }: Field): number {
  if (path.at(-1) === taskField.id) return 0;
  return /task/i.test(path.at(-1) ?? '') ? 1 : 2;
}

/** Reads the texts and numbers of a body, outermost first: of JSON, whole or broken off, of a form. */
function readFields(text: string): Field[] {
  const read = text.slice(0, longestRead).trim();
  const value = parseJson(read);
  if (value !== undefined) return fieldsOf(value);
  if (form.test(read)) return fieldsOf(Object.fromEntries(new URLSearchParams(read)));
  return Array.from(read.matchAll(fieldInPiece), ([, name = '', inQuotes, number]) => {
    return { path: [name], value: inQuotes ?? number ?? '' };
  });
}

/** Goes through all that is in a value, outermost first; JSON that stands in a text is opened. */
function fieldsOf(value: unknown): Field[] {
  const found: Array<{ path: readonly string[]; value: unknown }> = [{ path: [], value }];
  const fields: Field[] = [];
  for (const { path, value } of found) {
    const opened =
      typeof value === 'string' && /^\s*[{["]/.test(value) ? parseJson(value) : undefined;
    const inside = opened ?? value;
    if (typeof inside === 'string' || Number.isSafeInteger(inside))
      fields.push({ path, value: String(inside) });
    if (typeof inside !== 'object' || inside === null) continue;
    const entries = Object.entries(inside).slice(0, mostValues - found.length);
    for (const [name, inner] of entries)
      found.push({ path: Array.isArray(inside) ? path : [...path.slice(-8), name], value: inner });
  }
  return fields;
}
