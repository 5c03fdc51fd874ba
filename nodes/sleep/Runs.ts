import type { IRunExecutionData } from 'n8n-workflow';
import { setNewest } from '../memory/setNewest';

type Run = Partial<IRunExecutionData>;

const mostExecutions = 10_000;

/** The newest run of each execution, in this process, that came to a node of this package. */
export class Runs {
  private readonly runs = new Map<string, WeakRef<Run>>();

  /** Notes that this run of its execution is at work. */
  note(executionId: string, run: Run | undefined): void {
    if (run !== undefined) setNewest(this.runs, executionId, new WeakRef(run), mostExecutions);
  }

  /** Whether another run of the same execution is at work or has come to its end. */
  hasOther(executionId: string, run: Run | undefined): boolean {
    const other = this.runs.get(executionId)?.deref();
    return other !== undefined && other !== run && other.waitTill == null;
  }
}
