import { requestField } from '../../generated/contract';
import { nameValue, type Read } from '../../parameters/readValue';

const known: readonly string[] = Object.values(requestField);
const label = 'Extra Fields (JSON)';

/**
 * Reads parameters that the service may take later. They never replace what the form has a field
 * for.
 *
 * @param value - a JSON object, or its text; empty means none
 */
export function readExtraFields(value: unknown): Read<Record<string, unknown>> {
  if (value === undefined || value === null) return { value: {} };
  if (typeof value !== 'string') return checkFields(value);
  if (value.trim() === '') return { value: {} };
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    return { problem: `${label} must be a JSON object, but it is text that isn’t valid JSON.` };
  }
  return checkFields(parsed);
}

function checkFields(value: unknown): Read<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: `${label} must be a JSON object, but it is ${nameValue(value)}.` };
  const taken = Object.keys(value).find((field) => known.includes(field));
  if (taken !== undefined)
    return {
      problem: `${label} contains "${taken}". Use the fields of the form instead of repeating them here.`,
    };
  if (Object.hasOwn(value, '__proto__'))
    return { problem: `${label} contains "__proto__", which can’t be sent.` };
  return { value: { ...value } };
}
