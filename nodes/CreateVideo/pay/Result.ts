import type { Outcome } from './readCreateAnswer';

/** What became of an item. */
export type Result =
  | Outcome
  /** It has passed all checks, and is to be sent. */
  | { kind: 'planned' }
  /** Only shown, because the item asks for that. */
  | { kind: 'preview'; fingerprint: string }
  /** Not sent, because its key was ordered before: the task of that order, where it is known. */
  | { kind: 'orderedBefore'; orderKey: string; taskId?: string }
  /** Left undone because another item had failed and the node is set to stop. */
  | { kind: 'notTried' };
