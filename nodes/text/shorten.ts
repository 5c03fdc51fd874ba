/** A text from outside, short enough for a message, and never with half a character. */
export const shorten = (text: string, longest = 60) =>
  text.length > longest ? `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
