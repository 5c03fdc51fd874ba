/** Spreads texts evenly over 32 bits; no secret hangs on it. */
export function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0;
  return hash;
}
