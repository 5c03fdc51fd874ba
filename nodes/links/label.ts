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
  const { [labelParameter]: label, [signatureParameter]: signature } = query;
  if (typeof label !== 'string' || label === '' || label.length > longestLabel) return undefined;
  return { label, signature: typeof signature === 'string' ? signature : '' };
}

/** Signs labels with an account's key, and tells whether a label was signed with it. */
export interface LabelSigner {
  sign(label: string): Promise<SignedLabel>;
  verify(signed: SignedLabel): Promise<boolean>;
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/** Keeps these signatures apart from any other use of the key. */
const purpose = 'videogen order label\n';

/** @param apiKey - the account's key; it never leaves this function */
export function labelSigner(apiKey: string): LabelSigner {
  let imported: ReturnType<typeof crypto.subtle.importKey> | undefined;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = () =>
    (imported ??= crypto.subtle.importKey('raw', bytes(apiKey), algorithm, false, [
      'sign',
      'verify',
    ]));
  return {
    async sign(label) {
      const signature = await crypto.subtle.sign(algorithm, await key(), bytes(purpose + label));
      return { label, signature: Buffer.from(signature).toString('base64url') };
    },
    async verify({ label, signature }) {
      const given = Buffer.from(signature, 'base64url');
      return await crypto.subtle.verify(algorithm, await key(), given, bytes(purpose + label));
    },
  };
}
