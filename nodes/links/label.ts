const labelParameter = 'videogen_label';
const signatureParameter = 'videogen_signature';

/** It travels in an address, and addresses are not endless. */
export const longestLabel = 200;

/** A label as a callback brings it back; anyone may have written it. */
export interface SignedLabel {
  label: string;
  signature: string;
}

/**
 * Puts a label into the address of a callback, which has no fragment, so that it comes back with the
 * result. The address itself stays as it is, to the letter: it may be signed.
 */
export function addLabel(callbackUrl: string, { label, signature }: SignedLabel): string {
  const query = `${labelParameter}=${encodeURIComponent(label)}&${signatureParameter}=${signature}`;
  return `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${query}`;
}

/**
 * Finds the label in a callback's query. One without a signature was made up, or lost it on the way.
 *
 * @returns undefined when there is none, or one that Create Video would not have sent
 */
export function findLabel(query: Record<string, unknown>): SignedLabel | undefined {
  const { [labelParameter]: label, [signatureParameter]: signature = '' } = query;
  if (typeof label !== 'string' || label === '' || label.length > longestLabel) return undefined;
  return { label, signature: String(signature) };
}

/** Signs labels with an account's key, and tells whether a label was signed with it. */
export type LabelSigner = ReturnType<typeof labelSigner>;

/** Keeps these signatures apart from any other use of the key. */
const bytesOf = (label: string) => new TextEncoder().encode(`videogen order label\n${label}`);

/** @param apiKey - the account's key; it never leaves this function */
export function labelSigner(apiKey: string) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const raw = new TextEncoder().encode(apiKey);
  const importKey = () => crypto.subtle.importKey('raw', raw, algorithm, false, ['sign', 'verify']);
  return {
    async sign(label: string): Promise<SignedLabel> {
      const signature = await crypto.subtle.sign('HMAC', await importKey(), bytesOf(label));
      return { label, signature: Buffer.from(signature).toString('base64url') };
    },
    async verify({ label, signature }: SignedLabel): Promise<boolean> {
      const given = Buffer.from(signature, 'base64url');
      return await crypto.subtle.verify('HMAC', await importKey(), given, bytesOf(label));
    },
  };
}
