import { skipBlanks, walkJson } from '../text/jsonExtent';

const longestValue = 10_000;

/**
 * Finds a field with text or a number at the top of a JSON object that broke off, so that the id of
 * a paid task is not lost with the rest of the answer. A value that is itself cut short is not taken,
 * and a number keeps all its digits.
 *
 * @param text - the beginning of a JSON object
 * @param field - the field's name
 */
export function salvageField(text: string, field: string): string | undefined {
  const start = skipBlanks(text, 0);
  if (text[start] !== '{') return undefined;
  const wanted = JSON.stringify(field);
  let found: string | undefined;
  walkJson(text, start, ([from, to], at, { end, isWhole }) => {
    if (to - from !== wanted.length || text.slice(from, to) !== wanted) return false;
    if (isWhole && end - at <= longestValue) found = readValue(text.slice(at, end));
    return true;
  });
  return found;
}

function readValue(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token);
    // As it is written, and not a part that would keep the whole text in memory.
    if (typeof value === 'number') return JSON.parse(`"${token}"`) as string;
    return typeof value === 'string' && value !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
