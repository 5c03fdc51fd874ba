import { expect, it } from 'vitest';
import { measureHeld } from './memory.ts';
import { startAnswers } from './startAnswers.ts';

it('holds little of answers of a megabyte, and next to nothing when all is over', async () => {
  const service = await startAnswers();
  try {
    const held = await measureHeld(service, 100);
    console.log(held);
    expect(held.whileWaitingMegabytes).toBeLessThan(15);
    expect(held.afterCreatesMegabytes).toBeLessThan(10);
    expect(held.afterWaitsMegabytes).toBeLessThan(10);
  } finally {
    service.close();
  }
}, 120_000);
