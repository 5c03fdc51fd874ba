import type { Form } from '../../parameters/openForm';
import { numberFrom } from '../../parameters/readValue';

const periods = ['execution', 'day', 'month'] as const;
// n8n’s store has an entry for each video of a day or a month.
const mostVideos = 5_000;

/** How many videos the node may order. */
export interface Limit {
  most: number;
  per: (typeof periods)[number];
}

/** Reads the limits of the whole run: which of several counts would be a guess about money. */
export async function readLimits({ field }: Form): Promise<Limit[]> {
  const limits: Limit[] = [];
  for (const per of periods) {
    const name = `${per.charAt(0).toUpperCase()}${per.slice(1)}`;
    const read = numberFrom(0, mostVideos, 'whole number');
    const most = await field<number | undefined>(
      `options.videosPer${name}`,
      `Videos per ${name}`,
      undefined,
      read,
    );
    if (most !== undefined) limits.push({ most, per });
  }
  return limits;
}
