/** Why an item did not get what it asked for, in words for the person who built the workflow. */
export interface Failure {
  /** What failed, with the task id and the observed value, in one sentence. */
  message: string;
  /** The state of the paid work, then one next step. */
  description: string;
  /** Stable id of the kind of failure, for IF nodes on the error branch. */
  reason: string;
  httpStatus?: number;
  taskId?: string;
}
