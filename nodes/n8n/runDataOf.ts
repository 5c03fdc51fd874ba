import type { IRunExecutionData } from 'n8n-workflow';

/** n8n gives every context the data of its execution, but promises it in no type. */
type WithRunData = { runExecutionData?: Partial<IRunExecutionData> };

/** The execution as it runs, not a copy. */
export const runDataOf = (context: object): Partial<IRunExecutionData> | undefined =>
  (context as WithRunData).runExecutionData;
