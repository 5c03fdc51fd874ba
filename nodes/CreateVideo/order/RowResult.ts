import type { OrderOutcome } from './orderOutcome';

/** What became of a row. */
export type RowResult =
  | OrderOutcome
  /** It has passed all checks, and is to be sent as this JSON, unless the node stops before. */
  | { kind: 'planned'; body: string }
  /** Written ahead: its execution may be sending it. */
  | { kind: 'sending'; body: string }
  /** Only shown, because the row asks for that. */
  | { kind: 'preview' }
  | OrderedBefore;

/** Not sent, because its key was ordered before: the task of that order, where this process knows it. */
export interface OrderedBefore {
  kind: 'orderedBefore';
  taskId?: string;
  /** That order asked for something else. */
  isChanged: boolean;
}

/** What must be remembered: rows that certainly were not taken may simply be sent again. */
export type Charged = Extract<OrderOutcome, { kind: 'accepted' | 'unknown' }>;

export const mayBeCharged = (result: RowResult | undefined): result is Charged =>
  result?.kind === 'accepted' || result?.kind === 'unknown';
