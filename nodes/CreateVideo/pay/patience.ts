import { mostAtOnce } from '../../pace/places';

/** How create requests are sent. */
export const patience = {
  /** After this time nobody knows whether the service took a request, so it is long. */
  answerMs: 60_000,
  /** How long a row waits while the service says that it is too busy. */
  busyMs: 120_000,
  /** Rows under way at once. More could not be: the pace lets no more through. */
  rowsAtOnce: mostAtOnce,
};
