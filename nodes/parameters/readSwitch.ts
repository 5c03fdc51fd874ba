import { nameValue, type Read } from './read';

/**
 * Reads an on/off field as forms and expressions deliver it: true and "true" are both on. What is
 * neither on nor off is a mistake, because guessing "off" could spend money.
 *
 * @param value - the field's value, expressions resolved
 * @param label - the field's label in the form
 */
export function readSwitch(value: unknown, label: string): Read<boolean> {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === true || text === 'true') return { value: true };
  if (text === false || text === 'false') return { value: false };
  return { problem: `${label} must be true or false, but it is ${nameValue(value)}.` };
}
