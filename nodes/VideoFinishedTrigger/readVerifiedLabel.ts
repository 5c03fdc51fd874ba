import type { IWebhookFunctions } from 'n8n-workflow';
import { findLabel } from '../callbacks/label';
import { connectService } from '../service/connectService';

/**
 * Reads the order label that came with a callback. Whoever calls could write any label, so only one
 * that was signed with the account's key is handed out.
 */
export async function readVerifiedLabel(context: IWebhookFunctions): Promise<{ label?: string }> {
  const found = findLabel(context.getQueryData() as Record<string, never>);
  if (found === undefined) return {};
  const { labels } = await connectService(context);
  return (await labels.verify(found)) ? { label: found.label } : {};
}
