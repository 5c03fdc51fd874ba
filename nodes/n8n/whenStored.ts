/** What becomes of an execution, as n8n stores it. */
interface StoredRun {
  waitTill?: unknown;
  data?: { executionData?: { nodeExecutionStack: unknown[] } };
}

/** What n8n runs at the end of an execution, one behind the other. No type promises it. */
interface Inside {
  additionalData?: {
    hooks?: { handlers?: { workflowExecuteAfter?: Array<(run: StoredRun) => void> } };
  };
}

const handlersOf = (context: object) => {
  const after = (context as Inside).additionalData?.hooks?.handlers?.workflowExecuteAfter;
  return Array.isArray(after) ? after : undefined;
};

/** Whether this n8n tells when it stores an execution. */
export const tellsWhenStored = (context: object): boolean => handlersOf(context) !== undefined;

/**
 * Has an execution that goes to sleep stored with these entries on its stack, whatever n8n would
 * store. Its own handlers come behind.
 */
export function storeAsleepWith(context: object, entries: () => unknown[]): void {
  handlersOf(context)?.unshift(({ waitTill, data }) => {
    if (waitTill && data?.executionData) data.executionData.nodeExecutionStack = entries();
  });
}

/**
 * Calls back when n8n has stored what becomes of the running execution.
 *
 * @param then - told whether the execution sleeps; it may have been stopped, or have failed
 */
export function whenStored(context: object, then: (isAsleep: boolean) => void): void {
  handlersOf(context)?.push(({ waitTill }) => then(Boolean(waitTill)));
}
