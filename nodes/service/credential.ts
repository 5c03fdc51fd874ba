import { modelFamily, modes, operations } from '../generated/contract';

export const credentialName = 'videoGenerationApi';

/** With its expressions resolved. */
export interface Credential {
  baseUrl: string;
  apiKey: string;
  modelFamily?: string;
}

/** What a running node or a called webhook has for its credential. */
export interface CredentialContext {
  getCredentials<T extends object>(type: string, itemIndex?: number): Promise<T>;
  getInputData?(): unknown[];
}

/** What n8n's contexts read credentials with. No type promises `additionalData`. */
interface Inside {
  getNode(): { credentials?: Record<string, unknown> };
  getMode(): string;
  additionalData: {
    credentialsHelper: { getDecrypted(...by: unknown[]): Promise<Record<string, unknown>> };
  };
}

/** Says why a credential can't be used, without what was typed: that may hold the key. */
const refuse = (
  message: string,
  nextStep = ' Open the Video Generation API credential and fix it.',
) => Object.assign(new Error(message), { description: `Nothing was sent.${nextStep}` });

/** By the context of a node's visit. */
const readings = new WeakMap<object, Promise<Credential>>();

/**
 * The node's credential, which must be the same for all rows. Read once in a visit.
 *
 * @throws when the node has none, n8n can't read it, or rows come to different accounts or models
 */
export function readCredential(context: CredentialContext): Promise<Credential> {
  const reading = readings.get(context) ?? readForAllRows(context);
  readings.set(context, reading);
  return reading;
}

async function readForAllRows(context: CredentialContext): Promise<Credential> {
  const read = (row: number) => context.getCredentials<Credential>(credentialName, row);
  const first = await read(0);
  const typed = await readTyped(context);
  // n8n would take off the "=" and send the rest.
  if (/^=(?!.*\{\{)/s.test(String(typed?.apiKey)))
    throw refuse(
      'The API Key of the Video Generation API credential begins with =, which n8n takes for an expression. Type it as an expression that gives the key, such as {{ "=…" }}',
    );
  const rows = context.getInputData?.().length ?? 0;
  // Each row costs a read of n8n's database, so only if an expression makes them differ.
  const isPlain = typed && Object.values(typed).every((value) => !String(value).startsWith('='));
  for (let row = 1; row < (isPlain ? 1 : rows); row++) {
    if (JSON.stringify(await read(row)) !== JSON.stringify(first))
      throw refuse(
        `The Video Generation API credential has an expression, and rows 1 and ${row + 1} come to different accounts or models. Send the rows of each to a node of their own`,
        '',
      );
  }
  return first;
}

/** The credential with unresolved expressions; undefined where n8n works differently inside. */
async function readTyped(context: object): Promise<Partial<Credential> | undefined> {
  const inside = context as Inside;
  try {
    const { additionalData } = inside;
    const stored = inside.getNode().credentials?.[credentialName];
    const by = [stored, credentialName, inside.getMode(), undefined, true];
    const typed = await additionalData.credentialsHelper.getDecrypted(additionalData, ...by);
    return typed.apiKey === undefined ? undefined : typed;
  } catch {
    return undefined;
  }
}

/** The version in the path, the same for all operations. */
const [version = ''] = operations.createVideo.path.split('/').filter(Boolean);

/**
 * Reads what was typed into the credential, without what people paste along: blanks, "Bearer" before the
 * key (contract 5.1), slashes, and the version or an operation's path after the address.
 *
 * @returns the origin with the path before the version, and the key
 * @throws when either can't be used; an expression may give anything
 */
export function readAccount({ baseUrl, apiKey }: Partial<Credential>) {
  const key = readKey(apiKey);
  const keyName = 'The API Key of the Video Generation API credential';
  if (key === '') throw refuse(`${keyName} is empty`);
  // n8n shows this in place of a stored key.
  if (/^__n8n_\w+_VALUE_/.test(key))
    throw refuse(`${keyName} holds n8n’s placeholder for a hidden key. Paste the key itself`);
  if (/[^\x21-\x7e]/.test(key))
    throw refuse(
      `${keyName} contains a space or another character that doesn’t belong in a key. Copy it again from the service’s dashboard`,
    );
  const address = String(baseUrl ?? '').trim();
  const urlName = 'The Base URL of the Video Generation API credential';
  if (address === '') throw refuse(`${urlName} is empty`);
  if (!/^https?:/i.test(address) || !URL.canParse(address))
    throw refuse(
      `${urlName} isn’t a web address. It starts with https:// (or http://), followed by the name of the service`,
    );
  const { origin, pathname, username, password } = new URL(address);
  if (username || password)
    throw refuse(
      `${urlName} contains a user name or a password. Leave them out: the API key is all that the service needs`,
    );
  if (/[?#]/.test(address))
    throw refuse(`${urlName} contains a ? or a #. Leave out everything from there on`);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const end = segments.findLastIndex((segment) => segment.toLowerCase() === version);
  const own = end < 0 ? segments : segments.slice(0, end);
  return { baseUrl: [origin, ...own].join('/'), key };
}

/** What follows the family in a model identifier (contract 2.3); the longest first. */
const suffixes = Object.values(modes)
  .flatMap((mode) => Object.values<string>(mode.suffixes))
  .toSorted((one, other) => other.length - one.length);

/**
 * Reads how the names of the service's models begin, from that or from a whole model identifier.
 *
 * @param typed - undefined where the credential is older than the field
 * @throws when it is blank or can't be part of a name
 */
export function readModelFamily(typed: unknown = modelFamily): string {
  const text = String(typed ?? '').trim();
  const suffix = suffixes.find((ending) => text.endsWith(ending)) ?? '';
  const family = text.slice(0, text.length - suffix.length).replace(/-$/, '');
  const name = 'The Model Family of the Video Generation API credential';
  if (family === '') throw refuse(`${name} is empty`);
  if (/[^\w.:/-]|\/\//.test(family))
    throw refuse(
      `${name} contains a space or another character that doesn’t belong in a model’s name. Copy what stands before ${modes.textToVideo.suffixes.standard} in the service’s example request`,
    );
  return family;
}

function readKey(typed: unknown): string {
  if (typeof typed !== 'string' && typeof typed !== 'number') return '';
  return String(typed)
    .trim()
    .replace(/^bearer\s+/i, '');
}

/** The header that carries the key (contract 5.1). */
export const bearerHeader = (typed: unknown) => ({ Authorization: `Bearer ${readKey(typed)}` });
