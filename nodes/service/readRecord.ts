import { taskField } from '../generated/contract';
import type { TaskRecord } from './ServiceAnswer';

/**
 * A task has a few hundred characters. A longer text is not parsed: one of many small parts would
 * hold up n8n's only thread.
 */
export const longestParsed = 64_000;

/**
 * Reads a JSON object. A whole number that JavaScript cannot hold exactly, as an ID may be, comes as
 * its digits in a text.
 *
 * @returns undefined when the text is no JSON object, or too long for one of this service
 */
export function readRecord(text: string): TaskRecord | undefined {
  if (text.length > longestParsed) return undefined;
  const value = parse(keepDigits(text.replace(/^\uFEFF/, '')));
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as TaskRecord) : undefined;
}

const stringOrLongNumber = /"(?:[^"\\]|\\.)*(?:"|$)|(?<![\w.+-])-?\d{16,}(?![\w.])/g;

const keepDigits = (text: string): string =>
  text.replace(stringOrLongNumber, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  );

const fieldAtStart =
  /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|\[[^[\]{}]*\]|[\w.+-]+(?=\s*[,}]))\s*(?:[,}]|$)/y;
/** So many small ones take some milliseconds. */
const mostFields = 1_000;
const contractNames = new Set<unknown>(Object.values(taskField));

/**
 * Reads the contract's fields at the beginning of an object that cannot be parsed, because it is too
 * long or broke off: those that are whole and stand before anything that is nested.
 */
export function readBeginning(text: string): TaskRecord {
  const record: TaskRecord = {};
  fieldAtStart.lastIndex = /^\s*\{/.exec(text)?.[0].length ?? text.length;
  for (let fields = 0; fields < mostFields; fields++) {
    const field = fieldAtStart.exec(text);
    if (field === null) break;
    const name = parse(field[1]!);
    if (contractNames.has(name)) record[String(name)] = parse(keepDigits(field[2]!));
  }
  return record;
}

/** @returns undefined when this is no JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
