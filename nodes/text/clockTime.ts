/** Making one takes longer than all else that an execution says when it falls asleep. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A time of day as the person’s workflow has it, with the name of its zone, such as `14:03:05 GMT+1`.
 *
 * @param atMs - ms since the epoch
 * @param timeZone - of the workflow; UTC where n8n does not tell it, or not one that is known here
 */
export function clockTime(atMs: number, timeZone = 'UTC'): string {
  const format = formats.get(timeZone) ?? makeFormat(timeZone);
  formats.set(timeZone, format);
  return format.format(atMs);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      timeZone,
    });
  } catch {
    return makeFormat('UTC');
  }
}
