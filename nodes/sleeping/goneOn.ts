import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';
import { setNewest } from '../memory/setNewest';
import { runDataOf } from '../n8n/runDataOf';

/** The runs of this process that went on from a sleep, by execution and sleep. */
const runs = new Map<string, WeakRef<Partial<IRunExecutionData>>>();
const mostKept = 10_000;

const keyOf = (context: IExecuteFunctions, sleep: string) => `${context.getExecutionId()} ${sleep}`;

/** Notes that this run goes on from a sleep of its execution. */
export function noteGoingOn(context: IExecuteFunctions, sleep: string): void {
  const runData = runDataOf(context);
  if (runData === undefined) return;
  setNewest(runs, keyOf(context, sleep), new WeakRef(runData), mostKept);
}

/**
 * Whether another run of the same execution, in this process, has gone on from this sleep and has
 * not gone to sleep since.
 */
export function isGoneOnElsewhere(context: IExecuteFunctions, sleep: string): boolean {
  const other = runs.get(keyOf(context, sleep))?.deref();
  return other !== undefined && other !== runDataOf(context) && other.waitTill == null;
}
