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
