import type { INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../concurrency/mapInTurns';
import { taskJson } from '../tasks/taskJson';
import type { WaitState } from '../waiting/watch';

/**
 * What n8n shows of the node while the execution sleeps: how far each task was when last seen. Items
 * without a task are left out.
 */
export async function showSleep(
  items: Array<{ itemIndex: number; taskId?: string | undefined; label?: string | undefined }>,
  state: WaitState,
  untilMs: number,
): Promise<INodeExecutionData[]> {
  const shown = await mapInTurns(items, ({ itemIndex, taskId, label }) => {
    if (taskId === undefined) return [];
    const watch = state.tasks[taskId];
    const next = Math.min(watch?.nextAskAtMs ?? untilMs, untilMs);
    return {
      json: {
        ...taskJson(taskId, watch?.task),
        ...(label !== undefined && { label }),
        looks: watch?.polls ?? 0,
        ...(watch?.outcome === undefined && { nextLook: new Date(next).toISOString() }),
        note: 'The execution is asleep while this task is worked on. It wakes by itself when the video is ready.',
      },
      pairedItem: { item: itemIndex },
    };
  });
  return shown.flat();
}
