/** How create requests are sent. */
export const sendSettings = {
  /**
   * After this time nobody knows whether the service took a request, so it is as long as n8n's own
   * requests may take.
   */
  answerMs: 5 * 60_000,
  /** How long a row waits while the service says that it is too busy. */
  busyMs: 120_000,
  /** Rows in the queue of the account at once: the others need not wait there yet. */
  rowsAtOnce: 200,
};
