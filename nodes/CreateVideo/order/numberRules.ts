import type { NumberRule } from '../../parameters/readValue';

export const defaults = {
  fileLinkHours: 24,
};

/** What the number fields take; the form shows the same bounds. */
export const numberRules = {
  fileLinkHours: { label: 'File Link Lifetime', least: 1, most: 8760, whole: true },
} satisfies Record<keyof typeof defaults, NumberRule>;

/** What Spending Limit takes: n8n’s store has an entry for each video of a period. */
export const limitRule: NumberRule = {
  label: 'Spending Limit, Videos',
  least: 0,
  most: 5_000,
  whole: true,
};

/** The bounds of a number field, as n8n's form takes them. */
export function bounds(name: keyof typeof numberRules) {
  const { least, most, whole }: NumberRule = numberRules[name];
  return { minValue: least, maxValue: most, ...(whole && { numberPrecision: 0 }) };
}
