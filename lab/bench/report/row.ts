import { byRun, valuesOf, type Result } from '../results/result.ts';
import { median, pairedRatios } from '../statistics/summarize.ts';

/** A line of a row's own table: one value of one contender. */
export interface Figure {
  label: string;
  contender: string;
  /** Name of the value in the samples. */
  value: string;
  unit: string;
  /** Digits after the point. */
  digits: number;
}

/** A goal held against what was measured. */
export interface Check {
  /** What was measured, with its unit. */
  measured: string;
  limit: string;
  met: boolean;
}

/** A builder's question, answered by one value of ours beside that of the loop by hand. */
export interface Asked {
  question: string;
  /** Name of the value in the samples. */
  value: string;
  own: string;
  byHand: string;
}

/** One row of the report: how it was measured, what came out, and what was hoped for. */
export interface Row {
  /** Also the name of its plot. */
  name: string;
  /** Whose results it reads. */
  measure: string;
  title: string;
  bound: string;
  goal: string;
  how: string;
  figures: Figure[];
  /** Left out where the row only reports. */
  checks?(result: Result): Check[];
  /** For a row without a goal: what to show in the overview. */
  summary?(result: Result): string;
  /** Why a goal is missed; shown when one is. */
  why?: string;
  /** What more there is to say about the figures. */
  notes?: string;
  /** What the users' page shows of it; most rows are for developers only. */
  asked?: Asked[];
  /** Value on the plot's axis, with its unit; the figures that have it are drawn. */
  plot: { value: string; label: string };
}

/** Median of one value of one contender; not a number when it never came to one. */
export const middle = (result: Result, contender: string, value: string) =>
  medianOf(valuesOf(result, contender, value));

/** Median of the ratios of one contender to another, run by run; not a number without a pair. */
export const ratio = (result: Result, value: string, contender: string, base: string) =>
  medianOf(pairedRatios(byRun(result, contender, value), byRun(result, base, value)));

const medianOf = (values: number[]) => (values.length > 0 ? median(values) : NaN);

/** A goal that compares with a contender, once that was measured. */
export const whereMeasured = (result: Result, contender: string, check: () => Check): Check[] =>
  result.samples.some((sample) => sample.contender === contender) ? [check()] : [];

/** A goal of the kind "not more than". */
export const atMost = (value: number, limit: number, unit: string, what = ''): Check => ({
  measured: `${what}${round(value)}${unit}`,
  limit: `≤ ${limit}${unit}`,
  met: value <= limit,
});

/** A goal of the kind "not less than". */
export const atLeast = (value: number, limit: number, unit: string, what = ''): Check => ({
  measured: `${what}${round(value)}${unit}`,
  limit: `≥ ${limit}${unit}`,
  met: value >= limit,
});

/** Three digits that count, or all before the point. */
export function round(value: number): string {
  if (Number.isNaN(value)) return 'no figure';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 3));
}
