import { createRequire } from 'node:module';
import { afterEach, beforeEach } from 'vitest';

const require = createRequire(import.meta.url);
const load = (path: string) => require(`../../dist/nodes/${path}`) as Record<string, unknown>;
let watchAgain = () => {};

/** Leaves the sleeping executions of a file's tests to them: nobody asks for their tasks meanwhile. */
export function keepUnwatched(): void {
  beforeEach(leaveUnwatched);
  afterEach(() => watchAgain());
}

/** Has the executions of this test watched over all the same. */
export const watchOver = () => watchAgain();

/** As where the process that watched over them is gone, and nobody else wakes them. */
export function leaveUnwatched(): void {
  const watching = load('sleep/assignWatcher.js');
  const { sleepers } = load('sleep/processState.js') as { sleepers: Record<string, unknown> };
  const { readOwnAddresses } = load('n8n/ownAddresses.js') as {
    readOwnAddresses(context: unknown): unknown;
  };
  const { assignWatcher } = watching;
  watching.assignWatcher = async (context: unknown) => ({
    addresses: readOwnAddresses(context),
    caller: {},
    watchOver: () => undefined,
  });
  sleepers.takePlace = async () => ({ kind: 'alone' });
  watchAgain = () => {
    watching.assignWatcher = assignWatcher;
    delete sleepers.takePlace;
  };
}
