import type { Ordering } from '../../../nodes/CreateVideo/openOrdering.ts';
import type { Ledger } from '../../../nodes/CreateVideo/pay/Ledger.ts';
import type { OrderPorts } from '../../../nodes/CreateVideo/pay/orderPages.ts';

/** Ordering without n8n and without a service, but for what the test brings. */
export const orderingOf = (
  ledger: Ledger,
  { ports, ...more }: Partial<Omit<Ordering, 'ports'>> & { ports?: Partial<OrderPorts> },
): Ordering => ({
  ledger,
  isWoken: false,
  isFirstPass: true,
  planItems: async () => [],
  checkRoom: async () => undefined,
  ...more,
  ports: {
    cancelled: undefined,
    stopOnFailure: false,
    connect: async () => ({}),
    sleep: async () => {},
    send: async () => undefined,
    claim: async () => ({ against: new Map(), close: async () => {} }),
    log: () => {},
    canStore: async () => true,
    store: async () => true,
    ...ports,
  },
});
