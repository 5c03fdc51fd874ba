import type { IExecuteFunctions } from 'n8n-workflow';

/** What n8n runs at the end of an execution: one handler behind the other. No type promises it. */
interface WithHooks {
  additionalData?: {
    hooks?: {
      addHandler?(
        name: 'workflowExecuteAfter',
        handler: (run: { waitTill?: unknown }) => void,
      ): void;
    };
  };
}

/**
 * Calls back once, when n8n has stored what becomes of the running execution: its own handlers come
 * first.
 *
 * @param then - told whether the execution sleeps; it may have been stopped, or have failed
 * @returns false where this n8n has no such handlers; `then` is never called
 */
export function whenStored(context: IExecuteFunctions, then: (isAsleep: boolean) => void): boolean {
  const hooks = (context as unknown as WithHooks).additionalData?.hooks;
  if (typeof hooks?.addHandler !== 'function') return false;
  hooks.addHandler('workflowExecuteAfter', ({ waitTill }) => then(Boolean(waitTill)));
  return true;
}
