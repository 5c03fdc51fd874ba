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

/** Signs a label with the API key of an account. */
export async function signLabel(apiKey: string, label: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', Buffer.from(apiKey), hmac, false, ['sign']);
  // The first line keeps these signatures apart from any other use of the key.
  const signed = Buffer.from(`video order label\n${label}`);
  return Buffer.from(await crypto.subtle.sign('HMAC', key, signed)).toString('base64url');
}
