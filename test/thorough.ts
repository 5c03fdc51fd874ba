import fc from 'fast-check';

/** `npm test` plays as many cases as tell of a mistake within a minute; CI plays all of them. */
export const isThorough = process.env.TEST_THOROUGH === '1';

/** How many cases to play: enough for whoever changes the code, or all. */
export const howMany = (enough: number, all: number): number => (isThorough ? all : enough);

/** Whether so many are played that each kind has come up: mutation testing plays only a few. */
export const playsAllKinds = (): boolean =>
  fc.readConfigureGlobal().interruptAfterTimeLimit === undefined;
