const longestShown = 60;

/** A text from outside, short enough for a message. */
export const shorten = (text: string) =>
  text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
