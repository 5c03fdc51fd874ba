import type { IExecuteFunctions } from 'n8n-workflow';
import { requestField } from '../generated/contract';
import { isLoopback } from '../urls/checkUrl';
import type { Plan } from './planItems';

/**
 * Warns in the editor when the service is told to call an address that only this machine knows.
 *
 * @param context - the running node
 * @param plans - the checked items
 */
export function warnAboutCallback(context: IExecuteFunctions, plans: readonly Plan[]): void {
  const unreachable = plans.some(({ order }) => {
    const callbackUrl = order?.request[requestField.callbackUrl];
    if (order === undefined || callbackUrl === undefined || order.settings.preview) return false;
    const isHere = (url: string) => isLoopback(new URL(url).hostname);
    return isHere(callbackUrl) && !isHere(order.service.baseUrl);
  });
  if (unreachable)
    context.addExecutionHints({
      type: 'warning',
      location: 'outputPane',
      message:
        'The callback goes to this machine’s own address, which the service can’t reach. Set WEBHOOK_URL on n8n to its public address.',
    });
}
