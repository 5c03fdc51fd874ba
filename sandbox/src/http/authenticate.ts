import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from './errors.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Makes the check of the Bearer header (contract section 5).
 *
 * @param keys - the accepted keys
 * @returns a function that returns the key of a header
 * @throws ServiceError 401 (the number is ours) when the header is missing or the key is wrong
 */
export function authenticateWith(keys: string[]): (header: string | undefined) => string {
  const accepted = keys.map((key) => ({ key, hash: digest(key) }));
  return (header) => {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
    const match = given && accepted.find(({ hash }) => timingSafeEqual(hash, digest(given)));
    if (match) return match.key;
    throw new ServiceError(
      401,
      'unauthorized',
      given
        ? 'The API key is not one of this sandbox; its start prints the key to use'
        : 'Expected the header Authorization: Bearer <API_KEY>',
      { headers: { 'www-authenticate': 'Bearer' } },
    );
  };
}
