/**
 * Whether money was spent for the video that an item is about: "yes" once the service has made its
 * task, "no" when it certainly has not, and "unknown" when only the service can tell.
 */
export type Paid = 'yes' | 'no' | 'unknown';

/** What became of one input row, for the error's details. */
export interface Row {
  /** Counted as people do, from 1. */
  row: number;
  /** The person's own name for the row. */
  label?: string;
  paid: Paid;
  taskId?: string;
  /** See {@link Failure.ids}. */
  ids?: string[];
  /** Absent for a row that got what it asked for. */
  reason?: string;
  /** What the service says of its task, where it has none. */
  status?: string;
  /** Address of the finished video, where there is one. */
  videoUrl?: string;
}

/** Why an item did not get what it asked for, in words for the person who built the workflow. */
export interface Failure {
  /** What failed, with the task id and the observed value, in one sentence. */
  message: string;
  /** The state of the paid work, then one next step. */
  description: string;
  /** Stable id of the kind of failure, for IF nodes on the error branch. */
  reason: string;
  paid: Paid;
  /** The person's own name for the row that failed. */
  label?: string;
  /** The next step alone, where a summary of several failures wants it. */
  advice?: string;
  /** What the service or the network itself said. */
  cause?: string;
  httpStatus?: number;
  /** What the service said beside its sentence: codes, types, request IDs and figures. */
  codes?: string;
  taskId?: string;
  /** What an answer without a task id at its place named that may be one, such as `data.id "abc"`. */
  ids?: string[];
  /** Address of the finished video, where there is one. */
  videoUrl?: string;
  /** All rows of the run, where the failure stops more than its own. */
  rows?: Row[];
}

/** Stops the node with a failure; `failEveryItem` makes n8n's error of it. */
export class FailureError extends Error {
  /** @param itemIndex - the input item that it is about, where it is about one */
  constructor(
    readonly failure: Failure,
    readonly itemIndex?: number,
  ) {
    super(failure.message);
  }
}
