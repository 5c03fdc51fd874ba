import { operations } from '../generated/contract';
import { hasExpressionInCredential } from '../n8n/hasExpressionInCredential';

/** The credential type of all nodes. */
export const credentialName = 'videoGenApi';

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
    readonly description = 'Nothing was sent. Open the VideoGen API credential and fix it.',
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
  const reading = readings.get(context) ?? readForAllRows(context);
  readings.set(context, reading);
  return reading;
}

async function readForAllRows(context: CredentialContext): Promise<Credential> {
  const first = await context.getCredentials<Credential>(credentialName, 0);
  const rows = context.getInputData?.() ?? [];
  if (rows.length < 2 || !(await hasExpressionInCredential(context, credentialName))) return first;
  for (const itemIndex of rows.keys()) {
    const other = await context.getCredentials<Credential>(credentialName, itemIndex);
    if (other.baseUrl !== first.baseUrl || other.apiKey !== first.apiKey)
      throw new CredentialProblem(
        `The VideoGen API credential has an expression, and rows 1 and ${itemIndex + 1} come to different accounts of the service. Send the rows of each account to a node of their own`,
        'Nothing was sent.',
      );
  }
  return first;
}

/** The version part, which is the same in all paths of the document. */
const [version = ''] = operations.createVideo.path.split('/').filter(Boolean);

/**
 * Reads what was typed into the credential. What people paste along does no harm: blanks and line
 * ends, the word "Bearer" before the key (contract 5.1), slashes, the version part or the path of an
 * operation behind the address. An expression may give anything.
 *
 * @returns the origin with the path before the version, and the key
 * @throws CredentialProblem, which does not show what was typed: that may hold a password, or the key
 */
export function readAccount({ baseUrl, apiKey }: Partial<Credential>) {
  const key = readKey(apiKey);
  const address = String(baseUrl ?? '').trim();
  const problem = problemOf(key, address);
  if (problem !== undefined) throw new CredentialProblem(problem);
  const { origin, pathname } = new URL(address);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const end = segments.findLastIndex((segment) => segment.toLowerCase() === version);
  const own = end < 0 ? segments : segments.slice(0, end);
  return { baseUrl: [origin, ...own].join('/'), key };
}

function readKey(typed: unknown): string {
  if (typeof typed !== 'string' && typeof typed !== 'number') return '';
  return String(typed)
    .trim()
    .replace(/^bearer\s+/i, '');
}

/** The header that carries the key (contract 5.1). */
export const bearerHeader = (typed: unknown) => ({ Authorization: `Bearer ${readKey(typed)}` });

function problemOf(key: string, address: string): string | undefined {
  const keyName = 'The API Key of the VideoGen API credential';
  const urlName = 'The Base URL of the VideoGen API credential';
  if (key === '') return `${keyName} is empty`;
  if (/[^\x21-\x7e]/.test(key))
    return `${keyName} contains a space or another character that doesn’t belong in a key. Copy it again from the service’s dashboard`;
  if (address === '') return `${urlName} is empty`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return `${urlName} isn’t a web address. It starts with https:// (or http://), followed by the name of the service`;
  const { username, password } = new URL(address);
  if (username || password)
    return `${urlName} contains a user name or a password. Leave them out: the API key is all that the service needs`;
  if (/[?#]/.test(address))
    return `${urlName} contains a ? or a #. Leave out everything from there on`;
  return undefined;
}
