import type { IExecuteFunctions } from 'n8n-workflow';
import { pollsAreFailing } from '../waiting/describeFailure';
import type { LiveWait } from '../waiting/LiveWait';

/**
 * Tells the editor how far the tasks are. n8n shows a running node no output, but takes lines for
 * the browser's console while a person runs the workflow by hand.
 */
export function showProgress(context: IExecuteFunctions): (wait: LiveWait, id: string) => void {
  const shown = new Map<string, string>();
  return (wait, taskId) => {
    const line = describe(wait, taskId);
    if (shown.get(taskId) === line) return;
    shown.set(taskId, line);
    const finished = wait.size - wait.open;
    context.sendMessageToUI(`Task ${taskId}: ${line} (${finished} of ${wait.size} finished)`);
  };
}

function describe(wait: LiveWait, taskId: string): string {
  const watch = wait.watchOf(taskId);
  if (watch === undefined) return 'not watched';
  if (watch.outcome === undefined && pollsAreFailing(watch))
    return `cannot be read, ${watch.lastFault}`;
  const progress = watch.lastProgress === undefined ? '' : `, ${watch.lastProgress.percent} %`;
  return `${watch.outcome ?? watch.task?.status}${progress}`;
}
