import { expect, it } from 'vitest';
import { measureHeld } from '../../../../lab/scale/answers/memory.ts';
import { startAnswers } from '../../../../lab/scale/answers/startAnswers.ts';

it('holds little of answers of a megabyte, and next to nothing when all is over', async () => {
  const service = await startAnswers();
  try {
    const held = await measureHeld(service, 40);
    console.log(held);
    // With the answers that are being read at that moment, of which there are sixteen at most.
    expect(held.whileWaitingMegabytes).toBeLessThan(50);
    expect(held.afterCreatesMegabytes).toBeLessThan(10);
    expect(held.afterWaitsMegabytes).toBeLessThan(10);
  } finally {
    service.close();
  }
}, 120_000);
