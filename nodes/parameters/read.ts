/** What a field holds, or what is wrong with it in a sentence for the person who filled it in. */
export type Read<T> = { value: T; problem?: undefined } | { value?: undefined; problem: string };

const longestShown = 60;

/** A value as people would name it, short enough for a message. */
export function nameValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'empty';
  if (typeof value === 'string')
    return `"${value.length > longestShown ? `${value.slice(0, longestShown)}…` : value}"`;
  if (typeof value === 'number' && Number.isNaN(value)) return 'not a number';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : String(value);
}
