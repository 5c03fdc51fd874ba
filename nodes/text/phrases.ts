/** Nobody reads a longer list. */
const mostSpans = 20;

/**
 * Names rows counted from 1, neighbours joined: "rows 1 to 4 and 7".
 *
 * @param itemIndexes - from 0, in ascending order
 */
export function listRows(itemIndexes: readonly number[]): string {
  const spans: Array<[first: number, last: number]> = [];
  for (const index of itemIndexes) {
    const span = spans.at(-1);
    if (span?.[1] === index) span[1] = index + 1;
    else spans.push([index + 1, index + 1]);
  }
  const shown = spans.slice(0, mostSpans);
  const left = itemIndexes.length - shown.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const names = shown.flatMap(([first, last]) => {
    if (first === last) return [`${first}`];
    return last === first + 1 ? [`${first}`, `${last}`] : [`${first} to ${last}`];
  });
  if (left > 0) names.push(`${left} more`);
  const list = new Intl.ListFormat('en-GB').format(names);
  return `${itemIndexes.length === 1 ? 'row' : 'rows'} ${list}`;
}

/**
 * A time of day in the workflow's time zone, such as `14:03:05 GMT+1`.
 *
 * @param atMs - ms since the epoch
 * @param timeZone - UTC is used in place of one that isn't known here
 */
export function clockTime(atMs: number, timeZone = 'UTC'): string {
  try {
    return new Date(atMs).toLocaleTimeString('en-GB', { timeStyle: 'long', timeZone });
  } catch {
    return clockTime(atMs);
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes lines as a hint, which n8n shows as HTML; they may quote the service. */
export const toHint = (lines: readonly string[]): string =>
  lines.map((line) => line.replace(/[&<>"]/g, (sign) => escapes[sign]!)).join('<br>');
