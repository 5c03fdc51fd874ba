import type { IExecuteFunctions } from 'n8n-workflow';

type Handler = (run: { waitTill?: unknown }) => void;

/** What n8n runs at the end of an execution: one handler behind the other. No type promises it. */
interface WithHooks {
  additionalData?: { hooks?: { handlers?: { workflowExecuteAfter?: Handler[] } } };
}

const handlersOf = (context: IExecuteFunctions): Handler[] | undefined => {
  const handlers = (context as unknown as WithHooks).additionalData?.hooks?.handlers;
  const after = handlers?.workflowExecuteAfter;
  return Array.isArray(after) ? after : undefined;
};

/** Whether this n8n tells when it stores an execution. */
export const tellsWhenStored = (context: IExecuteFunctions): boolean =>
  handlersOf(context) !== undefined;

/**
 * Calls back when n8n is about to store what becomes of the running execution. Its own handlers come
 * behind.
 */
export function beforeStored(context: IExecuteFunctions, then: (isAsleep: boolean) => void): void {
  handlersOf(context)?.unshift(({ waitTill }) => then(Boolean(waitTill)));
}

/**
 * Calls back when n8n has stored what becomes of the running execution.
 *
 * @param then - told whether the execution sleeps; it may have been stopped, or have failed
 */
export function whenStored(context: IExecuteFunctions, then: (isAsleep: boolean) => void): void {
  handlersOf(context)?.push(({ waitTill }) => then(Boolean(waitTill)));
}
