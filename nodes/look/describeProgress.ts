import { looksAreFailing, progressOf } from './describeFailure';
import { endings } from './endings';
import type { TaskWait } from './WaitState';

/** How far a task is, in a few words. */
export function describeProgress(taskWait: TaskWait): string {
  const { outcome, fault, task } = taskWait;
  if (outcome === undefined && looksAreFailing(taskWait))
    return `no usable answer yet, ${fault?.reason}`;
  const progress = progressOf(taskWait);
  const percent = progress === undefined ? '' : `, ${progress} %`;
  const ending = outcome === undefined || outcome === 'completed' ? outcome : endings[outcome];
  return `${ending ?? task?.status}${percent}`;
}
