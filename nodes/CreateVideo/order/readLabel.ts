import { longestLabel } from '../../links/label';
import { isBlank, readText, type Read } from '../../parameters/readValue';

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
  const text = typeof value === 'number' ? String(value) : value;
  const read = readText(text, field, 'Fill it in, or remove the option.');
  if (read.problem !== undefined) return read;
  if (read.value.length <= longestLabel && !/[\p{Cc}\p{Surrogate}]/u.test(read.value)) return read;
  return { problem: `${field} must be a single line of at most ${longestLabel} characters.` };
}
