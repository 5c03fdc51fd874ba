import { UserError, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { mapConcurrently } from '../concurrency/mapConcurrently';
import { hasExpressionInCredential } from '../n8n/hasExpressionInCredential';
import { credentialName } from './credentialName';

/** The fields of the credential, expressions resolved. */
export interface Credential {
  baseUrl: string;
  apiKey: string;
}

/** n8n reads the credential from its database for each row. */
const readsAtOnce = 20;

/** What was read in one visit of a node. */
const readings = new WeakMap<object, Promise<Credential>>();

/**
 * The node's credential, which is one for all rows of a run. It is read once in a visit, and for
 * each row only where an expression makes part of it.
 *
 * @throws when the node has no credential, n8n cannot read it, or rows come to different accounts
 */
export function readCredential(
  context: IExecuteFunctions | IWebhookFunctions,
): Promise<Credential> {
  const known = readings.get(context);
  if (known !== undefined) return known;
  const reading = readForAllRows(context);
  readings.set(context, reading);
  return reading;
}

async function readForAllRows(context: IExecuteFunctions | IWebhookFunctions): Promise<Credential> {
  const first = await context.getCredentials<Credential>(credentialName, 0);
  const rows = 'getInputData' in context ? context.getInputData() : [];
  if (rows.length < 2 || !(await hasExpressionInCredential(context, credentialName))) return first;
  const all = await mapConcurrently(rows, readsAtOnce, (_, itemIndex) =>
    context.getCredentials<Credential>(credentialName, itemIndex),
  );
  const other = all.findIndex(
    ({ baseUrl, apiKey }) => baseUrl !== first.baseUrl || apiKey !== first.apiKey,
  );
  if (other < 0) return first;
  throw new UserError(
    `The VideoGen API credential has an expression, and rows 1 and ${other + 1} come to different accounts of the service. Send the rows of each account to a node of their own`,
    { description: 'Nothing was sent.' },
  );
}
