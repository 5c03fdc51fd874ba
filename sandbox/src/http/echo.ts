const longestEcho = 200;

/** What strangers sent, short enough to be repeated to them. */
export const echo = (text: string): string =>
  text.length > longestEcho ? `${text.slice(0, longestEcho)}…` : text;
