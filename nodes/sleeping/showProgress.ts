import type { IExecuteFunctions } from 'n8n-workflow';
import { pollsAreFailing } from '../waiting/describeFailure';
import { endings } from '../waiting/endings';
import type { LiveWait } from '../waiting/LiveWait';
import type { TaskWatch } from '../waiting/watch';

/**
 * Tells the editor how far the tasks are. n8n shows a running node no output, but takes lines for
 * the browser's console while a person runs the workflow by hand.
 */
export function showProgress(
  context: IExecuteFunctions,
  taskIdOf: (key: string) => string,
): (wait: LiveWait, key: string) => void {
  const shown = new Map<string, string>();
  return (wait, key) => {
    const line = describeWatch(wait.watchOf(key));
    if (shown.get(key) === line) return;
    shown.set(key, line);
    const finished = wait.size - wait.open;
    context.sendMessageToUI(
      `Task ${taskIdOf(key)}: ${line} (${finished} of ${wait.size} finished)`,
    );
  };
}

/** How far a task is, in a few words. */
export function describeWatch(watch: TaskWatch | undefined): string {
  if (watch === undefined) return 'not watched';
  if (watch.outcome === undefined && pollsAreFailing(watch))
    return `no usable answer yet, ${watch.lastFault}`;
  const progress = watch.lastProgress === undefined ? '' : `, ${watch.lastProgress.percent} %`;
  return `${ending(watch) ?? watch.task?.status ?? 'not seen yet'}${progress}`;
}

const ending = ({ outcome }: TaskWatch) =>
  outcome === undefined || outcome === 'completed' ? outcome : endings[outcome];
