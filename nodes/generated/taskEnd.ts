// Generated from openapi/src/taskEnd.ts by `npx gulp`. Do not edit.

/** How a task has ended. */
export type TaskEnd = 'completed' | 'failed' | 'rejected' | 'cancelled';

/**
 * The document names `completed` and `failed`. All other words are our choice and not the contract's:
 * what services of this kind say for the same. A word that may stand for a beginning or a middle is
 * none of them.
 */
const wordsFor: ReadonlyArray<readonly [TaskEnd, RegExp]> = [
  ['completed', /^(completed?(with.+)?|succe(ss|ed(ed)?)|done|finish(ed)?|ready)$/],
  ['failed', /^(fail(ed|ure)?|error(ed)?|expired|timed?out)$/],
  ['rejected', /^(rejected|refused|denied|blocked|banned|moderated|nsfw)$/],
  ['cancelled', /^(cancell?ed|aborted|terminated|interrupted|killed|deleted|withdrawn)$/],
];

/** Of what and by whom, as in `Content Moderated` and `cancelled_by_user`. */
const fillers = /^(content|request|task|video)+|by.+/g;

/**
 * How a task with this status has ended; undefined for one that goes on, or of which nobody knows.
 *
 * @param status - in any case, its words joined in any way: `Timed out`, `TIMED_OUT`, `timedOut`
 */
export function taskEnd(status: string): TaskEnd | undefined {
  const plain = status
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(fillers, '');
  return wordsFor.find(([, words]) => words.test(plain))?.[0];
}
