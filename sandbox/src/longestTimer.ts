/** The most that a timer of Node's can wait; beyond it, the timer fires at once. */
export const longestTimerMs = 2 ** 31 - 1;
