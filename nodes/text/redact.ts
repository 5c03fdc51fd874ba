const maxDetailLength = 300;

/**
 * Makes text from outside fit to be shown: no keys, no signed query strings, not endless.
 *
 * @param text - what the service or the network layer said
 * @param secrets - values that must never be shown, such as the API key
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let shown = text;
  for (const secret of secrets) if (secret) shown = shown.split(secret).join('***');
  shown = shown
    .replace(/\b(bearer)\s+[^\s"',}]+/gi, '$1 ***')
    .replace(/(https?:\/\/)[^\s/@"'<>]+@/gi, '$1***@')
    .replace(/(https?:\/\/[^\s?"'<>]+)\?[^\s"'<>]*/gi, '$1?***')
    .replace(/\s+/g, ' ')
    .trim();
  return shown.length > maxDetailLength ? `${shown.slice(0, maxDetailLength)}…` : shown;
}
