type Exports = Record<string, unknown>;

/**
 * Leaves sleeping executions to the test, which wakes them: as where the process that watched over
 * them is gone, and nobody else wakes them.
 *
 * @param load - loads a built module by its path
 * @returns lets the nodes watch again
 */
export function leaveUnwatched(load: (path: string) => Exports): () => void {
  const watching = load('nodes/sleep/assignWatcher.js');
  const { sleepers } = load('nodes/sleep/here.js') as { sleepers: Exports };
  const { readOwnAddresses } = load('nodes/n8n/ownAddresses.js') as {
    readOwnAddresses(context: unknown): unknown;
  };
  const { assignWatcher } = watching;
  watching.assignWatcher = async (context: unknown) => ({
    addresses: readOwnAddresses(context),
    caller: {},
    watchOver: () => undefined,
  });
  sleepers.takePlace = async () => ({ kind: 'alone' });
  return () => {
    watching.assignWatcher = assignWatcher;
    delete sleepers.takePlace;
  };
}
