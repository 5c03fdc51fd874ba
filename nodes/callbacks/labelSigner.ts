import type { SignedLabel } from './label';

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
