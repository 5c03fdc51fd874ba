import { requestField } from '../../generated/contract';
import { findUnfilled, isBlank, nameValue, type Read } from '../../parameters/readValue';

const known: readonly string[] = Object.values(requestField);
const label = 'Extra Fields (JSON)';

/**
 * Reads parameters that the service may take later. They never replace what the form has a field
 * for.
 *
 * @param value - a JSON object, or its text; empty means none
 */
export function readExtraFields(value: unknown): Read<object> {
  if (isBlank(value)) return { value: {} };
  const fields = typeof value === 'string' ? parse(value) : value;
  if (fields === undefined)
    return { problem: `${label} must be a JSON object, but it is text that isn’t valid JSON.` };
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
