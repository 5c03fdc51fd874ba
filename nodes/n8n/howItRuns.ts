import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

/** Whether what the node gives out can come back to it: some node stands before it and behind it. */
export function isInLoop(context: IExecuteFunctions): boolean {
  const { name } = context.getNode();
  const behind = new Set(context.getChildNodes(name).map((node) => node.name));
  return context.getParentNodes(name).some((node) => behind.has(node.name));
}

/** Early versions of n8n do not tell the settings of a workflow. */
type MayTellSettings = { getWorkflowSettings?(): { executionOrder?: string } };

/** Whether n8n runs the workflow in its old order: what a node gives out comes last then. */
export const isInOldOrder = (context: object): boolean => {
  const settings = (context as MayTellSettings).getWorkflowSettings?.();
  return settings !== undefined && settings.executionOrder !== 'v1';
};

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
