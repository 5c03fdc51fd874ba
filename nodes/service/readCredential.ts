import { mapConcurrently } from '../concurrency/mapConcurrently';
import { hasExpressionInCredential } from '../n8n/hasExpressionInCredential';
import { credentialName } from './credentialName';

/** The fields of the credential, expressions resolved. */
export interface Credential {
  baseUrl: string;
  apiKey: string;
}

/** What a running node, or a webhook that was called, lends for that. */
export interface CredentialContext {
  getCredentials<T extends object>(type: string, itemIndex?: number): Promise<T>;
  getInputData?(): unknown[];
}

/** A credential that cannot be used, before anything was sent. */
export class CredentialProblem extends Error {
  constructor(
    message: string,
    readonly description: string,
  ) {
    super(message);
  }
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
export function readCredential(context: CredentialContext): Promise<Credential> {
  const known = readings.get(context);
  if (known !== undefined) return known;
  const reading = readForAllRows(context);
  readings.set(context, reading);
  return reading;
}

async function readForAllRows(context: CredentialContext): Promise<Credential> {
  const first = await context.getCredentials<Credential>(credentialName, 0);
  const rows = context.getInputData?.() ?? [];
  if (rows.length < 2 || !(await hasExpressionInCredential(context, credentialName))) return first;
  const all = await mapConcurrently(rows, readsAtOnce, (_, itemIndex) =>
    context.getCredentials<Credential>(credentialName, itemIndex),
  );
  const other = all.findIndex(
    ({ baseUrl, apiKey }) => baseUrl !== first.baseUrl || apiKey !== first.apiKey,
  );
  if (other < 0) return first;
  throw new CredentialProblem(
    `The VideoGen API credential has an expression, and rows 1 and ${other + 1} come to different accounts of the service. Send the rows of each account to a node of their own`,
    'Nothing was sent.',
  );
}
