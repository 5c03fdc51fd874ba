/**
 * Reads the API key of a credential. What people copy along with a key is no part of it: blanks and
 * line ends around it, and the word "Bearer" in front (contract 5.1).
 *
 * @param typed - what the credential's field holds; an expression may give anything
 * @returns the key, or "" when there is none
 */
export function readApiKey(typed: unknown): string {
  if (typeof typed !== 'string' && typeof typed !== 'number') return '';
  return String(typed)
    .trim()
    .replace(/^bearer\s+/i, '');
}

/** The header that carries the key (contract 5.1). */
export const bearerHeader = (typed: unknown) => ({ Authorization: `Bearer ${readApiKey(typed)}` });

/** Says to its owner why a key cannot be sent at all; undefined when it can. */
export function problemOfKey(typed: unknown): string | undefined {
  const key = readApiKey(typed);
  if (key === '') return 'The API Key of the VideoGen API credential is empty';
  if (/[^\x21-\x7e]/.test(key))
    return 'The API Key of the VideoGen API credential contains a space or another character that doesn’t belong in a key. Copy it again from the service’s dashboard';
  return undefined;
}
