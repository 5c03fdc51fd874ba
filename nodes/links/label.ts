const labelParameter = 'video_label';
const signatureParameter = 'video_signature';

/** It has to fit into a URL. */
export const longestLabel = 200;

/**
 * Puts a label into a callback URL, so that it comes back with the result. The URL has no fragment,
 * and stays as it is to the letter, because it may be signed.
 */
export function addLabel(callbackUrl: string, label: string, signature: string): string {
  const query = `${labelParameter}=${encodeURIComponent(label)}&${signatureParameter}=${signature}`;
  return `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${query}`;
}

/**
 * Reads the label from a callback's query; anyone could make up one that isn't signed.
 *
 * @param sign - signs with the account's key
 * @returns an empty object where there is none that Create Video could have sent
 */
export async function readCallLabel(
  query: Record<string, unknown>,
  sign: (label: string) => Promise<string>,
): Promise<{ label?: string; unverifiedLabel?: string }> {
  const { [labelParameter]: label, [signatureParameter]: signature } = query;
  if (typeof label !== 'string' || label === '' || label.length > longestLabel) return {};
  return signature === (await sign(label)) ? { label } : { unverifiedLabel: label };
}

export const signLabel = async (apiKey: string, label: string): Promise<string> =>
  (await keyedHash(apiKey, `video order label\n${label}`)).toString('base64url');

/** @param text - begins with what it is for, which keeps it apart from any other use of the key */
export async function keyedHash(apiKey: string, text: string): Promise<Buffer> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', Buffer.from(apiKey), hmac, false, ['sign']);
  return Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from(text)));
}
