/** Stands for this process. */
export const processMark = `${Math.random()}`;

/** How long the process has been running, in ms. */
export const processAgeMs = (): number => performance.now();
