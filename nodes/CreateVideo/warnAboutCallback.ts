import type { IExecuteFunctions } from 'n8n-workflow';
import { requestField } from '../generated/contract';
import { isLoopback } from '../urls/checkUrl';
import type { Plan } from './planItems';

/**
 * Warns in the editor when the service is told to call an address that only this machine knows.
 *
 * @param context - the running node
 * @param plans - the checked items
 * @param baseUrl - where the service is
 */
export function warnAboutCallback(
  context: IExecuteFunctions,
  plans: readonly Plan[],
  baseUrl: string,
): void {
  if (isLoopback(new URL(baseUrl).hostname)) return;
  const unreachable = plans.some((plan) => {
    const callbackUrl = 'request' in plan ? plan.request[requestField.callbackUrl] : undefined;
    return callbackUrl !== undefined && isLoopback(new URL(callbackUrl).hostname);
  });
  if (unreachable)
    context.addExecutionHints({
      type: 'warning',
      location: 'outputPane',
      message:
        'The callback goes to this machine’s own address, which the service cannot reach. Set WEBHOOK_URL on n8n to its public address.',
    });
}
