/**
 * Words with which services of this kind end a task without a video. They are our reading: the
 * document names none of them. A word that may stand for a beginning or a middle is not one.
 */
const endingWords = new Set([
  ...['canceled', 'cancelled', 'aborted', 'terminated'],
  ...['expired', 'timeout', 'timedout'],
  ...['rejected', 'denied'],
  ...['error', 'errored', 'failure'],
]);

/**
 * Whether a status that the document does not name sounds like the end of its task.
 *
 * @param status - in any case, its words joined in any way: "Timed out", "TIMED_OUT"
 */
export const readsAsEnd = (status: string): boolean =>
  endingWords.has(status.toLowerCase().replace(/[\s_-]+/g, ''));
