import type { INodeExecutionData } from 'n8n-workflow';
import { taskJson } from '../tasks/taskJson';
import type { WaitState } from '../waiting/watch';

/** What the node's output says while n8n shows it as waiting; n8n's own heading stands above it. */
export const sleepTooltip =
  'The video is being made. This execution sleeps until it is ready, and goes on by itself: the result then appears here. You can close this page meanwhile.';

/** What n8n shows of the node while the execution sleeps: how far each task was when last seen. */
export function showSleep(
  items: Array<{ itemIndex: number; taskId?: string | undefined }>,
  state: WaitState,
  untilMs: number,
): INodeExecutionData[] {
  return items.map(({ itemIndex, taskId = '' }) => {
    const watch = state.tasks[taskId];
    const next = Math.min(watch?.nextAskAtMs ?? untilMs, untilMs);
    return {
      json: {
        ...taskJson(taskId, watch?.task),
        looks: watch?.polls ?? 0,
        ...(watch?.outcome === undefined && { nextLook: new Date(next).toISOString() }),
        note: 'The execution is asleep while this task is worked on. It wakes by itself when the video is ready.',
      },
      pairedItem: { item: itemIndex },
    };
  });
}
