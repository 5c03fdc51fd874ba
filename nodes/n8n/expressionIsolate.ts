import type { IWebhookFunctions } from 'n8n-workflow';

/** n8n's own object behind a context: no type promises it, so look before use. */
interface MayHoldIsolate {
  workflow?: {
    expression?: { acquireIsolate?(): Promise<unknown>; releaseIsolate?(): Promise<void> };
  };
}

const expressionOf = (context: IWebhookFunctions) =>
  (context as MayHoldIsolate).workflow?.expression;

/**
 * Gives back what n8n evaluates the call's expressions with, some 10 MB that it sets aside for each
 * call until it is answered. Until `takeIsolate` the context can evaluate no expression. Does
 * nothing where nothing is held.
 */
export async function giveBackIsolate(context: IWebhookFunctions): Promise<void> {
  await expressionOf(context)?.releaseIsolate?.();
}

/** Makes the context able to evaluate expressions again; n8n gives back what is held at the end. */
export async function takeIsolate(context: IWebhookFunctions): Promise<void> {
  await expressionOf(context)?.acquireIsolate?.();
}
