import type { Order } from '../workflows.ts';

const lostCallback = 'sandbox:callback-lost';

/** Whether the service will not call back, so that the execution has to find out by itself. */
export const losesCallback = ({ prompt }: Pick<Order, 'prompt'>) => prompt.includes(lostCallback);

/** Orders with prompts of their own; one in nine loses its callback. */
export const makeOrders = (count: number): Order[] =>
  Array.from({ length: count }, (_, index) => {
    const loses = index % 9 === 0;
    return { prompt: `Video ${index + 1}.${loses ? ` ${lostCallback}` : ''}`, stayAwake: false };
  });

/** One that never sleeps: what a kill finds at work. */
export const awakeOrder: Order = { prompt: 'Awake.', stayAwake: true };
