import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { hasExpressionInCredential } from '../n8n/hasExpressionInCredential';
import { credentialName } from './credentialName';

/** The fields of the credential, expressions resolved. */
export interface Credential {
  baseUrl: string;
  apiKey: string;
}

/** What was read in one visit of a node. */
interface Readings {
  /** Whether every item may have a credential of its own. */
  isPerItem: Promise<boolean>;
  byItem: Map<number, Promise<Credential>>;
}

const readingsByVisit = new WeakMap<object, Readings>();

/**
 * The node's credential as it reads for an item. n8n takes it from its database each time, so it is
 * read once in a visit, and once for each item only where an expression makes part of it.
 *
 * @throws when the node has no credential, or n8n cannot read it
 */
export async function readCredential(
  context: IExecuteFunctions | IWebhookFunctions,
  itemIndex: number,
): Promise<Credential> {
  const readings = readingsByVisit.get(context) ?? openReadings(context);
  const item = (await readings.isPerItem) ? itemIndex : 0;
  const known = readings.byItem.get(item);
  if (known !== undefined) return await known;
  const reading = context.getCredentials<Credential>(credentialName, itemIndex);
  readings.byItem.set(item, reading);
  // What could not be read may be readable for whoever asks next.
  reading.catch(() => readings.byItem.delete(item));
  return await reading;
}

function openReadings(context: IExecuteFunctions | IWebhookFunctions): Readings {
  const isAlone = !('getInputData' in context) || context.getInputData().length === 1;
  const isPerItem = isAlone
    ? Promise.resolve(false)
    : hasExpressionInCredential(context, credentialName);
  const readings = { isPerItem, byItem: new Map<number, Promise<Credential>>() };
  readingsByVisit.set(context, readings);
  return readings;
}
