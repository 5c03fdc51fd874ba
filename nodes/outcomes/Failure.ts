import type { Paid } from './kinds';

/** Why an item did not get what it asked for; `tellPerson` makes whole sentences of it. */
export interface Failure {
  /** What failed, with the task id and the observed value, in one sentence. */
  message: string;
  /** What to do about it, before anything is tried again. */
  step: string;
  /** Stable id of the kind of failure, for IF nodes on the error branch. */
  reason: string;
  /** What the node spent for it now; absent where it spends nothing. */
  paid?: Paid | undefined;
  /** The person's own name for the row that failed, and what tells its order from others. */
  label?: string;
  orderKey?: string;
  /** What the service or the network itself said. */
  cause?: string;
  httpStatus?: number;
  /** What the service said beside its sentence: codes, types, request IDs and figures. */
  codes?: string;
  taskId?: string;
  /** What an answer without a task id at its place named that may be one, such as `data.id "abc"`. */
  ids?: string[];
  /** What the service says of the task, where it has told of it. */
  status?: string;
  /** Address of the finished video, where there is one. */
  videoUrl?: string;
  /** All rows of the run, where the failure stops more than its own. */
  rows?: Row[];
}

/** What became of an input row, counted as people do, from 1; without a reason, it got what it asked for. */
export type Row = Partial<Omit<Failure, 'rows'>> & { row: number };

/** Stops the node with a failure; `failEveryItem` makes n8n's error of it. */
export class FailureError extends Error {
  /**
   * @param itemIndex - the input item that it is about, where it is about one
   * @param description - what a person is told besides, where it is about more than the failure
   */
  constructor(
    readonly failure: Failure,
    readonly itemIndex?: number,
    readonly description?: string,
  ) {
    super(failure.message);
  }
}
