import type { Ordering } from '../../../nodes/CreateVideo/openOrdering.ts';
import type { Ledger } from '../../../nodes/CreateVideo/pay/Ledger.ts';
import type { OrderPorts } from '../../../nodes/CreateVideo/pay/orderPages.ts';

/** What ordering needs of n8n and of the service, which takes every order. */
export const portsOf = (more: Partial<OrderPorts> = {}): OrderPorts => ({
  cancelled: undefined,
  stopOnFailure: false,
  sleep: async () => {},
  send: async () => ({ kind: 'accepted', task: { id: 'task-1' } }),
  claim: async () => ({ against: new Map(), close: async () => {} }),
  log: () => {},
  canStore: async () => true,
  store: async () => true,
  ...more,
});

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
  ports: portsOf(ports),
});
