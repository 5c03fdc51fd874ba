import { nameValue, type Read } from './read';

export interface NumberRule {
  /** The field's label in the form. */
  label: string;
  least: number;
  most: number;
  /** Whether only whole numbers will do. */
  whole?: boolean;
}

const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * Reads a number as forms and expressions deliver it: 5 and "5" are both 5. Nothing else is taken
 * for a number, and nothing is rounded or clamped: an empty value is a mistake, not a default.
 *
 * @param value - the field's value, expressions resolved
 */
export function readNumber(value: unknown, rule: NumberRule): Read<number> {
  const { label, least, most, whole = false } = rule;
  const number =
    typeof value === 'string' && plainNumber.test(value.trim()) ? Number(value) : value;
  const fits =
    typeof number === 'number' &&
    number >= least &&
    number <= most &&
    (!whole || Number.isSafeInteger(number));
  if (fits) return { value: number };
  const bounds = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  return {
    problem: `${label} must be a ${whole ? 'whole ' : ''}number ${bounds}, but it is ${nameValue(value)}.`,
  };
}
