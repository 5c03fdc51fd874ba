import { credentialName } from './credentialName';

/** The fields of the credential, expressions resolved. */
export interface Credential {
  baseUrl: string;
  apiKey: string;
}

/** What is asked of a running node, or of a webhook that was called. */
export interface CredentialContext {
  getCredentials<T extends object>(type: string, itemIndex?: number): Promise<T>;
  getInputData?(): unknown[];
}

/** What n8n's contexts read credentials with; no type promises `additionalData`. */
interface Inside {
  getNode(): { credentials?: Record<string, unknown> };
  getMode(): string;
  additionalData: {
    credentialsHelper: { getDecrypted(...by: unknown[]): Promise<Record<string, unknown>> };
  };
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
  const read = (row: number) => context.getCredentials<Credential>(credentialName, row);
  const first = await read(0);
  const rows = context.getInputData?.().length ?? 0;
  // n8n reads the credential from its database for each row, so only where rows may differ.
  const rowsToCompare = rows > 1 && (await mayDifferByRow(context)) ? rows : 1;
  for (let row = 1; row < rowsToCompare; row++) {
    const { baseUrl, apiKey } = await read(row);
    if (baseUrl !== first.baseUrl || apiKey !== first.apiKey)
      throw new CredentialProblem(
        `The VideoGen API credential has an expression, and rows 1 and ${row + 1} come to different accounts of the service. Send the rows of each account to a node of their own`,
        'Nothing was sent.',
      );
  }
  return first;
}

/** Whether an expression makes part of the credential; so it counts too where n8n looks different inside. */
async function mayDifferByRow(context: object): Promise<boolean> {
  const inside = context as Inside;
  const { additionalData } = inside;
  try {
    const stored = inside.getNode().credentials?.[credentialName];
    const by = [stored, credentialName, inside.getMode(), undefined, true];
    const raw = await additionalData.credentialsHelper.getDecrypted(additionalData, ...by);
    const values = Object.values(raw);
    return values.length === 0 || values.some((value) => String(value).startsWith('='));
  } catch {
    return true;
  }
}
