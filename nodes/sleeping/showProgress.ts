import type { IExecuteFunctions } from 'n8n-workflow';
import { pollsAreFailing } from '../waiting/describeFailure';
import type { WaitState } from '../waiting/watch';

/**
 * Tells the editor how far the tasks are. n8n shows a running node no output, but takes lines for
 * the browser's console while a person runs the workflow by hand.
 */
export function showProgress(context: IExecuteFunctions): (state: WaitState, id: string) => void {
  const shown = new Map<string, string>();
  return (state, taskId) => {
    const line = describe(state, taskId);
    if (shown.get(taskId) === line) return;
    shown.set(taskId, line);
    const watches = Object.values(state.tasks);
    const finished = watches.filter(({ outcome }) => outcome !== undefined).length;
    context.sendMessageToUI(`Task ${taskId}: ${line} (${finished} of ${watches.length} finished)`);
  };
}

function describe(state: WaitState, taskId: string): string {
  const watch = state.tasks[taskId];
  if (watch === undefined) return 'not watched';
  if (watch.outcome === undefined && pollsAreFailing(watch))
    return `cannot be read, ${watch.lastFault}`;
  const progress = watch.lastProgress === undefined ? '' : `, ${watch.lastProgress.percent} %`;
  return `${watch.outcome ?? watch.task?.status}${progress}`;
}
