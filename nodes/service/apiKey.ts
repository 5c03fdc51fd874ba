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

/**
 * The header that carries the key (contract 5.1).
 *
 * @param typed - what the credential's field holds
 */
export const bearerHeader = (typed: unknown) => ({ Authorization: `Bearer ${readApiKey(typed)}` });
