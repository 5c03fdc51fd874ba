import type { IExecuteFunctions } from 'n8n-workflow';
import { breather } from '../../concurrency/inTurns';
import { requestField } from '../../generated/contract';
import { isOutOfReach } from '../../links/isInside';
import type { Plan } from './planItems';

/**
 * Warns in the editor when the service is told to call an address that only a network of one's own knows.
 *
 * @param context - the running node
 * @param plans - the checked items
 */
export async function warnAboutCallback(
  context: IExecuteFunctions,
  plans: readonly Plan[],
): Promise<void> {
  const breathe = breather();
  for (const plan of plans) {
    await breathe();
    if (!isCalledInVain(plan)) continue;
    return context.addExecutionHints({
      type: 'warning',
      location: 'outputPane',
      message:
        'The callback goes to an address inside your own network, which the service can’t reach. Set WEBHOOK_URL on n8n to its public address.',
    });
  }
}

const isInHouse = (url: string) => isOutOfReach(new URL(url).hostname);

function isCalledInVain({ order }: Plan): boolean {
  const callbackUrl = order?.request[requestField.callbackUrl];
  if (order === undefined || callbackUrl === undefined || order.settings.preview) return false;
  return isInHouse(callbackUrl) && !isInHouse(order.service.baseUrl);
}
