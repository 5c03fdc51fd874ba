import { longestLabel } from '../../links/label';
import { nameValue, type Read } from '../../parameters/readValue';

/**
 * Reads an item's order label or order key, which is a short text or a number.
 *
 * @param value - the field's value, expressions resolved
 * @param field - the name of the field
 * @returns undefined as the value when the item has none
 */
export function readLabel(value: unknown, field = 'Order Label'): Read<string | undefined> {
  if (value === undefined || value === null) return { value: undefined };
  if (typeof value !== 'string' && typeof value !== 'number')
    return { problem: `${field} must be a short text, but it is ${nameValue(value)}.` };
  const label = String(value).trim();
  if (label === '') return { value: undefined };
  if (label.length > longestLabel)
    return {
      problem: `${field} must not be longer than ${longestLabel} characters, but it has ${label.length}.`,
    };
  if (/[\p{Cc}\p{Surrogate}]/u.test(label))
    return { problem: `${field} contains a character that can’t be sent, such as a line end.` };
  return { value: label };
}
