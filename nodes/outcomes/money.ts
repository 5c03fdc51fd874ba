/**
 * What a node spent for an item now: "yes" once the service has made the task, "no" when it certainly
 * has not, and "unknown" when only the service can tell.
 */
export type Paid = 'yes' | 'no' | 'unknown';

/** What outcomes of a kind have in common. */
interface Kind {
  paid: Paid;
  money: string;
  /** In place of `money`, once the service has told of the task. */
  moneyOnceSeen?: string;
  /** What a model is to do; what a person can do, the outcome says. */
  model: string;
  /** Stands behind a number in a summary. */
  counted: string;
}

export const charged = 'The video was charged when its task was created.';
const seeDashboard = 'Check the service’s dashboard to see whether the video was charged.';

export const kinds = {
  /** It was certainly not taken, and may be once its cause is mended. */
  free: {
    paid: 'no',
    money: 'Nothing was charged.',
    model:
      'You may call this tool again once that is put right. If you can’t put it right, tell the person.',
    counted: 'not charged',
  },
  /** It may have been taken. */
  unsure: {
    paid: 'unknown',
    money: 'The video may have been created and charged.',
    model:
      'Don’t call this tool again for this video, because it might be charged twice: tell the person.',
    counted: 'unknown',
  },
  /** Its task has failed. What the service does with the money then, it does not say. */
  ended: {
    paid: 'unknown',
    money: seeDashboard,
    model:
      'Don’t order another video unless the person asks for it: tell them, with the task ID {taskId}.',
    counted: 'failed',
  },
  /** Its task goes on, or has its video; or there is none. */
  open: {
    paid: 'yes',
    money: seeDashboard,
    moneyOnceSeen: charged,
    model:
      'Don’t create this video again: call Wait for Video with the task ID {taskId}, or tell the person this ID.',
    counted: 'without an answer',
  },
} satisfies Record<string, Kind>;

export interface Outcome extends Partial<Kind> {
  kind: keyof typeof kinds;
  /** What happened. */
  says: string;
  /** What to do about it, before anything is tried again. */
  step: string;
}

/** Makes outcomes of a kind, whose steps begin and end alike. */
export const of =
  (kind: keyof typeof kinds, before = '', behind = '') =>
  (says: string, step = '', more: Partial<Outcome> = {}): Outcome => ({
    ...{ kind, says, ...more },
    step: [before, step, behind].filter(Boolean).join(' '),
  });
