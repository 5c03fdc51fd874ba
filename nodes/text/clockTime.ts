import { setNewest } from '../memory/setNewest';

// Making one takes longer than all else that an execution says when it falls asleep.
const formats = new Map<string, Intl.DateTimeFormat>();
const mostZones = 100;

/**
 * A time of day as the person’s workflow has it, with the name of its zone, such as `14:03:05 GMT+1`.
 *
 * @param atMs - ms since the epoch
 * @param timeZone - of the workflow; UTC where n8n does not tell it, or not one that is known here
 */
export const clockTime = (atMs: number, timeZone = 'UTC'): string =>
  formatFor(timeZone).format(atMs);

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = makeFormat(timeZone);
  setNewest(formats, timeZone, format, mostZones);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const parts = {
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
    ...({ timeZoneName: 'short', hourCycle: 'h23' } as const),
  };
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' });
  }
}
