import { longestLabel } from '../../links/label';
import { findUnfilled, isBlank, nameValue, readText, type Read } from '../../parameters/readValue';

/**
 * Reads an item's label or order key, which is a short text or a number.
 *
 * @param value - the field's value, expressions resolved
 * @param field - the name of the field
 * @returns undefined as the value when the item has none
 */
export function readLabel(value: unknown, field: string): Read<string | undefined> {
  return isBlank(value) ? { value: undefined } : readShortText(value, field);
}

/**
 * Reads the key that tells an order from others. One that was added and comes to nothing would be sent
 * each time, or never again.
 */
export function readOrderKey(options: Record<string, unknown>): Read<string | undefined> {
  if (!Object.hasOwn(options, 'orderKey')) return { value: undefined };
  return readShortText(options.orderKey, 'Order Key');
}

function readShortText(value: unknown, field: string): Read<string> {
  const read = readText(value, field, 'Fill it in, or remove the option.');
  if (read.problem !== undefined) return read;
  if (read.value.length <= longestLabel && !/[\p{Cc}\p{Surrogate}]/u.test(read.value)) return read;
  return { problem: `${field} must be a single line of at most ${longestLabel} characters.` };
}

const extraFields = 'Extra Fields (JSON)';

/**
 * Reads parameters that the form of the row's mode has no field for. They never replace what it has
 * one for.
 *
 * @param value - a JSON object, or its text; empty means none
 * @param known - what the form has a field for
 */
export function readExtraFields(value: unknown, known: readonly string[]): Read<object> {
  if (isBlank(value)) return { value: {} };
  const fields = typeof value === 'string' ? parse(value) : value;
  if (fields === undefined)
    return {
      problem: `${extraFields} must be a JSON object, but it is text that isn’t valid JSON.`,
    };
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { problem: `${extraFields} must be a JSON object, but it is ${nameValue(fields)}.` };
  const taken = Object.keys(fields).find((field) => known.includes(field));
  if (taken !== undefined)
    return {
      problem: `${extraFields} contains "${taken}". Use the fields of the form instead of repeating them here.`,
    };
  const problem = findUnsendable(fields);
  return problem === undefined ? { value: fields } : { problem: `${extraFields} ${problem}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What would arrive as something else than what was typed; with the name of its key. */
function findUnsendable(fields: object): string | undefined {
  const problems: string[] = [];
  JSON.stringify(fields, (key, value: unknown) => {
    const named = nameValue(key);
    const isFraction = typeof value === 'number' && value % 1 !== 0 && Number.isFinite(value);
    if (typeof value === 'number' && !Number.isSafeInteger(value) && !isFraction)
      problems.push(
        `has in ${named} a number that can’t be sent exactly. Put it in quotes if the service takes text there.`,
      );
    const unfilled = typeof value === 'string' ? findUnfilled(value) : undefined;
    if (unfilled !== undefined) problems.push(`has in ${named} a text that ${unfilled}`);
    return value;
  });
  return problems[0];
}
