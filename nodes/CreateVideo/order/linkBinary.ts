import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { isLoopback } from '../../links/urls';
import { isOutOfReach } from '../../links/isInside';
import type { MediaKind } from './Inputs';

export interface LinkedFile {
  url: string;
  /** Names the same file on every try; the link itself is signed anew each time. */
  stableName: string;
}

export interface LinkSettings {
  /** Name of the form’s field, for messages. */
  label: string;
  kind: MediaKind;
  /** How long the service may fetch the file. */
  lifetimeHours: number;
  /** Whether the item’s only file will do, whatever field it is in. */
  mayBeOther: boolean;
  /** Host of the service: one in a network of one's own can reach addresses inside. */
  serviceHost: string;
}

/**
 * Makes a link that lets the service fetch a file of an input item from n8n’s binary store, so
 * that it needs no hosting. Nothing is sent.
 *
 * @param context - the running node
 * @param itemIndex - the item that carries the file
 * @param fieldName - the item’s binary field
 * @returns the link, or what is wrong with the file in a whole sentence
 */
export async function linkBinary(
  context: IExecuteFunctions,
  itemIndex: number,
  fieldName: string,
  { label, kind, lifetimeHours, serviceHost, mayBeOther }: LinkSettings,
): Promise<LinkedFile | { problem: string }> {
  const binary = context.getInputData()[itemIndex]?.binary ?? {};
  const names = Object.keys(binary);
  // A form calls its file what its field is called: where there is only one, that one is meant.
  const [only] = mayBeOther && names.length === 1 ? names : [];
  const name = Object.hasOwn(binary, fieldName) ? fieldName : only;
  const file: IBinaryData | undefined = name === undefined ? undefined : binary[name];
  if (!file) {
    const quoted = names.map((one) => `"${one}"`);
    const found = quoted.length > 0 ? `It has ${quoted.join(', ')}.` : 'It has no files at all.';
    return { problem: `${label} is "${fieldName}", but this item has no such file. ${found}` };
  }
  if (!file.mimeType?.startsWith(`${kind}/`))
    return {
      problem: `${label} "${fieldName}" must be of type ${kind}, but its type is ${file.mimeType || 'unknown'}.`,
    };
  if (!file.id)
    return {
      problem: `${label} "${fieldName}" is held in memory, where the service can’t fetch it. Set N8N_DEFAULT_BINARY_DATA_MODE=filesystem (or s3) on n8n, or give a URL.`,
    };

  const kept = await keepFile(context, file);
  const url = context.helpers.createBinarySignedUrl(kept, `${lifetimeHours}h`);
  const { hostname } = new URL(url);
  if (!isReached(hostname, serviceHost))
    return {
      problem: `${label} "${fieldName}" would be a link to ${hostname}, which the service can’t reach. Set WEBHOOK_URL on n8n to its public address, or give a URL.`,
    };
  return { url, stableName: `binary:${file.id}` };
}

/** This machine's own address leads another machine to itself. */
const isReached = (hostname: string, serviceHost: string) =>
  isLoopback(hostname)
    ? isLoopback(serviceHost)
    : !isOutOfReach(hostname) || isOutOfReach(serviceHost);

/** Part of the place of files that came in by a webhook or a form, until n8n knows the execution. */
const passingPlace = '/temp/';

/**
 * The file in a place that stays. n8n moves files that came in by a webhook or a form as soon as it
 * stores the execution, which a wait does at once; a link to their first place would then lead
 * nowhere, while the service may fetch the file minutes later.
 */
export async function keepFile(
  context: IExecuteFunctions,
  file: IBinaryData,
): Promise<IBinaryData> {
  if (!file.id?.includes(passingPlace)) return file;
  const bytes = await context.helpers.getBinaryStream(file.id);
  return await context.helpers.prepareBinaryData(bytes, file.fileName, file.mimeType);
}
