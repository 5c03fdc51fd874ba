import type { IExecuteFunctions } from 'n8n-workflow';
import { looksAreFailing } from './describeFailure';
import { endings } from './endings';
import type { LiveWait } from './LiveWait';
import type { TaskWait } from './WaitState';

/**
 * Tells the editor how far the tasks are. n8n shows a running node no output, but takes lines for
 * the browser's console while a person runs the workflow by hand.
 */
export function showProgress(context: IExecuteFunctions): (wait: LiveWait, taskId: string) => void {
  const shown = new Map<string, string>();
  return (wait, taskId) => {
    const line = describeProgress(wait.waitOf(taskId));
    if (shown.get(taskId) === line) return;
    shown.set(taskId, line);
    const finished = wait.size - wait.open;
    context.sendMessageToUI(`Task ${taskId}: ${line} (${finished} of ${wait.size} finished)`);
  };
}

/** How far a task is, in a few words. */
export function describeProgress(taskWait: TaskWait | undefined): string {
  if (taskWait === undefined) return 'not watched';
  if (taskWait.outcome === undefined && looksAreFailing(taskWait))
    return `no usable answer yet, ${taskWait.lastFault}`;
  const progress =
    taskWait.lastProgress === undefined ? '' : `, ${taskWait.lastProgress.percent} %`;
  return `${ending(taskWait) ?? taskWait.task?.status ?? 'not seen yet'}${progress}`;
}

const ending = ({ outcome }: TaskWait) =>
  outcome === undefined || outcome === 'completed' ? outcome : endings[outcome];
