/** Characters that a URI may hold as they are (RFC 3986), percent signs only as escapes. */
const plainUri = /^(?:[\w.~:/?#@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

const escape = (part: string) =>
  part.replace(/%(?![0-9a-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/gi, (character) =>
    character === '%' ? '%25' : encodeURIComponent(character),
  );

/**
 * Writes a URL so that any server reads it: blanks, brackets and letters outside ASCII, which
 * browsers forgive, become escapes. A URL that needs none stays as it is, signed ones above all.
 *
 * @param text - an absolute URL that `new URL` accepts
 */
export function toWireUrl(text: string): string {
  if (plainUri.test(text) && text.indexOf('#') === text.lastIndexOf('#')) return text;
  const { origin, pathname, search, hash } = new URL(text);
  return (
    origin +
    escape(pathname) +
    (search && `?${escape(search.slice(1))}`) +
    (hash && `#${escape(hash.slice(1))}`)
  );
}
