// Generated from openapi/src/taskEnd.ts by `npx gulp`. Do not edit.

/** How a task has ended. */
export type TaskEnd = 'completed' | 'failed' | 'refused' | 'cancelled';

/**
 * The document names `completed` and `failed`. All other words are our choice and not the contract's:
 * what services of this kind say for the same. A word that may stand for a beginning or a middle is
 * none of them.
 */
const wordsFor: Record<TaskEnd, string> = {
  completed:
    'complete completed completedwitherrors completedwithwarnings succeed succeeded success successful done finish finished ready',
  failed: 'fail failed failure error errored crashed expired timeout timedout',
  refused:
    'refused rejected denied blocked banned forbidden moderated nsfw filtered flagged policyviolation',
  cancelled:
    'cancelled canceled aborted terminated interrupted killed deleted removed revoked withdrawn',
};

const endOfWord: ReadonlyMap<string, TaskEnd> = new Map(
  (Object.keys(wordsFor) as TaskEnd[]).flatMap((end) =>
    wordsFor[end].split(' ').map((word) => [word, end] as const),
  ),
);

/** Of what and by whom, as in `Content Moderated` and `cancelled_by_user`. */
const fillers =
  /^(content|request|task|job|generation|video|status|user|system)+|by(user|system)$/g;

/**
 * How a task with this status has ended; undefined for one that goes on, or of which nobody knows.
 *
 * @param status - in any case, its words joined in any way: `Timed out`, `TIMED_OUT`, `timedOut`
 */
export function taskEnd(status: string): TaskEnd | undefined {
  const plain = status.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return endOfWord.get(plain.replace(fillers, ''));
}
