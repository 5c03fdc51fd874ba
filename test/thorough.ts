/** `npm test` plays as many cases as tell of a mistake within a minute; CI plays all of them. */
export const isThorough = process.env.VIDEOGEN_THOROUGH === '1';

/** How many cases to play: enough for whoever changes the code, or all. */
export const howMany = (enough: number, all: number): number => (isThorough ? all : enough);
