import type { IDataObject } from 'n8n-workflow';

const labelParameter = 'videogen_label';
const signatureParameter = 'videogen_signature';

/** A label as a callback brings it back; anyone may have written it. */
export interface SignedLabel {
  label: string;
  signature: string;
}

/**
 * Puts a label into the address of a callback, so that it comes back with the result. The address
 * itself stays as it is, to the letter: it may be signed.
 */
export function addLabel(callbackUrl: string, { label, signature }: SignedLabel): string {
  const [address = '', ...fragment] = callbackUrl.split('#');
  const query = `${labelParameter}=${encodeURIComponent(label)}&${signatureParameter}=${signature}`;
  const labelled = `${address}${address.includes('?') ? '&' : '?'}${query}`;
  return [labelled, ...fragment].join('#');
}

/**
 * Finds the label in a callback's query.
 *
 * @returns undefined when there is none
 */
export function findLabel(query: IDataObject): SignedLabel | undefined {
  const { [labelParameter]: label, [signatureParameter]: signature } = query;
  if (typeof label !== 'string' || typeof signature !== 'string') return undefined;
  return { label, signature };
}
