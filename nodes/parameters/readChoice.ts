import { nameValue, type Read } from './read';

/**
 * Reads a field with fixed choices. An expression can come to anything; what is not on the list is
 * refused by name.
 *
 * @param value - the field's value, expressions resolved
 * @param label - the field's label in the form
 * @param choices - the values that the field may have
 */
export function readChoice<Choice extends string>(
  value: unknown,
  label: string,
  choices: readonly Choice[],
): Read<Choice> {
  const choice = choices.find((known) => known === value);
  if (choice !== undefined) return { value: choice };
  const list = choices.map((known) => `"${known}"`).join(', ');
  return { problem: `${label} must be one of ${list}, but it is ${nameValue(value)}.` };
}
