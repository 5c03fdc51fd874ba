import type { IWebhookFunctions } from 'n8n-workflow';
import { findLabel } from '../links/label';
import { connectService } from '../service/connectService';

/** What the output says of an order label. */
export interface OrderLabel {
  /** Only one that the account's key has signed. */
  label?: string;
  /** Any other: whoever calls could have written it. */
  unverifiedLabel?: string;
  /**
   * `signed`: an order of this account had this label. That it was the order of this very task, no
   * signature can say: the label is signed before the service gives the task its ID.
   * `notSignedWithThisKey`: the key was replaced since the order, or the label was made up.
   */
  labelCheck?: 'signed' | 'notSignedWithThisKey';
}

/** Reads the order label that came with a callback, and checks who has signed it. */
export async function readOrderLabel(context: IWebhookFunctions): Promise<OrderLabel> {
  const found = findLabel(context.getQueryData() as Record<string, never>);
  if (found === undefined) return {};
  const { labels } = await connectService(context);
  return (await labels.verify(found))
    ? { label: found.label, labelCheck: 'signed' }
    : { unverifiedLabel: found.label, labelCheck: 'notSignedWithThisKey' };
}
