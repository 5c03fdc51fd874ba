/** Longer lists are not read. */
const mostSpans = 20;

/**
 * Names rows as people do: counted from 1, neighbours joined ("rows 1 to 4 and 7").
 *
 * @param itemIndexes - n8n's own numbers, from 0, in rising order
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
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  return `${itemIndexes.length === 1 ? 'row' : 'rows'} ${list}`;
}

/**
 * A time of day as the person’s workflow has it, with the name of its zone, such as `14:03:05 GMT+1`.
 *
 * @param atMs - ms since the epoch
 * @param timeZone - of the workflow; UTC where n8n does not tell it, or not one that is known here
 */
export function clockTime(atMs: number, timeZone = 'UTC'): string {
  try {
    return new Date(atMs).toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
      timeZone,
    });
  } catch {
    return clockTime(atMs);
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Lines as a hint, which n8n shows as HTML; some of them say what the service said. */
export const toHint = (lines: readonly string[]): string =>
  lines.map((line) => line.replace(/[&<>"]/g, (sign) => escapes[sign]!)).join('<br>');
