/** What a node spent on an item now; "unknown" means that only the service can tell. */
export type Paid = 'yes' | 'no' | 'unknown';

interface Kind {
  paid: Paid;
  money: string;
  /** Replaces `money` once the service has told us about the task. */
  moneyOnceSeen?: string;
  /** What a model should do. */
  model: string;
  /** Stands behind a number in a summary. */
  counted: string;
}

export const charged = 'The video was charged when its task was created.';
const seeDashboard = 'Check the service’s dashboard to see whether the video was charged.';

export const kinds = {
  /** The service certainly didn't take it. */
  free: {
    paid: 'no',
    money: 'Nothing was charged.',
    model: 'You may call this tool again once that is fixed. If you can’t fix it, tell the person.',
    counted: 'not charged',
  },
  /** The service may have taken it. */
  unsure: {
    paid: 'unknown',
    money: 'The video may have been created and charged.',
    model:
      'Don’t call this tool again for this video, because it might be charged twice: tell the person.',
    counted: 'unknown',
  },
  /** Its task failed, and the service doesn't say whether that is charged. */
  ended: {
    paid: 'unknown',
    money: seeDashboard,
    model:
      'Don’t order another video unless the person asks for it: tell them, with the task ID {taskId}.',
    counted: 'failed',
  },
  /** Its task goes on, or has a video, or doesn't exist. */
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
  /** What to fix before anything is tried again. */
  step: string;
}

/** Makes outcomes of a kind whose steps all begin and end with the same sentences. */
export const of =
  (kind: keyof typeof kinds, before = '', behind = '') =>
  (says: string, step = '', more: Partial<Outcome> = {}): Outcome => ({
    ...{ kind, says, ...more },
    step: [before, step, behind].filter(Boolean).join(' '),
  });

/** What to do once the cause is fixed. */
export const ways = {
  again: 'try again.',
  withKeys: 'run the workflow again: thanks to the Order Keys, no row is charged twice.',
  onlyMissing:
    'run the workflow with only the rows that weren’t ordered: the others would be charged again.',
  retry:
    'open this execution under Executions and choose Retry with currently saved workflow: what was ordered is kept, and only the other rows are ordered. Retry doesn’t read your data again: if the wrong value stands there, set On Error to Continue and save first, and order those rows on their own afterwards. Don’t run the workflow from its start, which would order all rows again.',
  goOn: 'to go on with the videos that are there, set On Error to Continue (using error output) and save, open this execution under Executions, and choose Retry with currently saved workflow: nothing is ordered again.',
};

/** What else a person is told. */
export const notes = {
  orderedNow: 'ordered and paid now',
  freeRow: 'Nothing was charged for this row.',
  changed:
    'Changed since it was ordered, so this is the old video: {rows}. To order it as it is now, give it another Order Key.',
  forgotten:
    'Ordered before (Order Key): {rows}. The ID isn’t known here: look at the execution that ordered it.',
  newKey: 'Give the row a new Order Key first.',
  fixEach: 'Fix each of these problems, in the node or in your data.',
  seeUnknown:
    'What is unknown may have been charged. Check the service’s dashboard before you order again.',
  seeFailed: 'Check the service’s dashboard to see whether what failed was charged.',
  beingMade: 'What you ordered is being made now, which takes minutes.',
  costsAgain: 'Running this node again makes new videos, and you pay for them.',
  getsOrdered: 'Wait for Video gets what you ordered by its ID, free of charge.',
  notStopped:
    'Stopping this execution doesn’t stop what it has ordered. Use Wait for Video to get these videos, at no cost:',
  notStoppedKeyed:
    'Stopping this execution doesn’t stop what it has ordered. All rows have Order Keys: run the table again, and only what is missing is ordered. Or use Wait for Video to get these videos, at no cost:',
  skipped:
    'n8n skipped this node, so nobody knows yet how the task ended. Look at it with Wait for Video, which costs nothing.',
  mayBeCharged: 'Row {row} may have been charged.',
  timeoutIsShorter:
    'n8n stops this workflow after {before} min (Timeout Workflow in its settings), but this node may wait for {after} min, so you might never see a video that you paid for. Raise Timeout Workflow, or set Time Limit (Minutes) in the options to less.',
  fixAndRetry:
    'Fix this, then open this execution under Executions and choose Retry with currently saved workflow, so that no video is ordered again.',
};
