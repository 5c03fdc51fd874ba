import type { Ordering } from '../../../nodes/CreateVideo/openOrdering.ts';
import type { Ledger } from '../../../nodes/CreateVideo/pay/Ledger.ts';

/** Ordering without n8n and without a service, but for what the test brings. */
export const orderingOf = (ledger: Ledger, more: Partial<Ordering>): Ordering => ({
  ...{ ledger, executionId: '1', isWoken: false, isFirstPass: true, mostTries: Infinity },
  ...{ cancelled: undefined, stopOnFailure: false, log: () => {} },
  ...{ hint: () => {}, showTasks: () => {}, hideTasks: () => {} },
  ...{ connect: async () => ({}) as never, sleep: async () => {} },
  send: async () => undefined,
  claim: async () => ({ against: new Map(), close: async () => {} }),
  store: async () => true,
  canStore: async () => true,
  planItems: async () => [],
  checkRoom: async () => undefined,
  ...more,
});
