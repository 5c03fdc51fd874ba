import type { Order } from '../workflows.ts';

const lostCallback = 'sandbox:callback-lost';

/** Whether the service will not call back, so that only the timer of n8n can wake the execution. */
export const losesCallback = ({ prompt }: Pick<Order, 'prompt'>) => prompt.includes(lostCallback);

/**
 * Orders with prompts of their own; one in nine loses its callback.
 *
 * @param checkInSeconds of those that lose their callback; the others are left to theirs
 */
export const makeOrders = (count: number, checkInSeconds: number): Order[] =>
  Array.from({ length: count }, (_, index) => {
    const loses = index % 9 === 0;
    return {
      prompt: `Video ${index + 1}.${loses ? ` ${lostCallback}` : ''}`,
      checkInSeconds: loses ? checkInSeconds : 5 * checkInSeconds,
      stayAwakeSeconds: 0,
    };
  });

/** One that is never suspended: what a kill finds at work. */
export const awakeOrder: Order = { prompt: 'Awake.', checkInSeconds: 65, stayAwakeSeconds: 3600 };
