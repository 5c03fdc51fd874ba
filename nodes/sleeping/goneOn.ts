import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

type WithRunData = { runExecutionData?: Partial<IRunExecutionData> };

/** The runs of this process that went on from a sleep, by execution and sleep. */
const runs = new Map<string, WeakRef<Partial<IRunExecutionData>>>();
const mostKept = 10_000;

const keyOf = (context: IExecuteFunctions, sleep: string) => `${context.getExecutionId()} ${sleep}`;

/** Notes that this run goes on from a sleep of its execution. */
export function noteGoingOn(context: IExecuteFunctions, sleep: string): void {
  const { runExecutionData } = context as unknown as WithRunData;
  if (runExecutionData === undefined) return;
  runs.set(keyOf(context, sleep), new WeakRef(runExecutionData));
  for (const oldest of runs.keys())
    if (runs.size > mostKept) runs.delete(oldest);
    else break;
}

/**
 * Whether another run of the same execution, in this process, has gone on from this sleep and has
 * not gone to sleep since. Older versions of n8n start a second one beside it when a timer goes off.
 */
export function isGoneOnElsewhere(context: IExecuteFunctions, sleep: string): boolean {
  const { runExecutionData } = context as unknown as WithRunData;
  const other = runs.get(keyOf(context, sleep))?.deref();
  return other !== undefined && other !== runExecutionData && other.waitTill == null;
}
