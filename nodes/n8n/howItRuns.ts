import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

/** n8n gives its contexts the settings of the process, but promises them in no type. */
type WithSettings = { instanceSettings?: { instanceType?: unknown } };

/** What the process is that runs the node: "main", or "worker" in queue mode; undefined if unknown. */
export function instanceTypeOf(context: IExecuteFunctions): 'main' | 'worker' | undefined {
  const { instanceType } = (context as unknown as WithSettings).instanceSettings ?? {};
  return instanceType === 'main' || instanceType === 'worker' ? instanceType : undefined;
}

/** n8n gives every context the data of its execution, but promises it in no type. */
type WithRunData = { runExecutionData?: Partial<IRunExecutionData> };

/** The execution as it runs, not a copy. */
export const runDataOf = (context: object): Partial<IRunExecutionData> | undefined =>
  (context as WithRunData).runExecutionData;
