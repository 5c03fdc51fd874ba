import { waitFor } from '../../../playground/index.ts';
import type { Cluster } from '../n8n/startCluster.ts';

const sampleMs = 500;
// How long a process that has just started takes to clean up after itself.
const samplesWithoutLess = 12;
const patienceMs = 10 * 60_000;

/**
 * Resident memory of all of n8n's processes together, in kilobytes: the least that each is seen to
 * hold, as a process gives back what it does not need only when its garbage collector comes by.
 */
export async function measureMemory({ members }: Cluster): Promise<number> {
  const least = members.map(() => Infinity);
  let unchanged = 0;
  const settled = async () => {
    unchanged += 1;
    for (const [index, member] of members.entries()) {
      const size = await member.memoryKilobytes();
      if (size >= least[index]!) continue;
      least[index] = size;
      unchanged = 0;
    }
    return unchanged >= samplesWithoutLess || undefined;
  };
  const late = () => new Error('The memory of n8n shrinks without end');
  await waitFor(settled, patienceMs, late, sampleMs);
  return least.reduce((sum, size) => sum + size, 0);
}
