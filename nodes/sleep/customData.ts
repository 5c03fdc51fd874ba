import type { IExecuteFunctions } from 'n8n-workflow';

/** n8n writes an error into its log about a longer value. */
const mostCharacters = 255;
const andMore = '…';

/**
 * Notes the tasks of a sleeping execution in its custom data, which n8n stores apart from it: in
 * queue mode n8n can lose what an execution had stored, and keeps this.
 */
export function noteInCustomData(
  // Older versions of n8n have none.
  { customData }: Partial<Pick<IExecuteFunctions, 'customData'>>,
  taskIds: readonly string[],
): void {
  customData?.set('video_tasks', packTaskIds(taskIds));
}

/** As many IDs as fit; ends with "…" if some did not. */
export function packTaskIds(taskIds: readonly string[]): string {
  const all = taskIds.join(', ');
  if (all.length <= mostCharacters) return all;
  // Behind the last comma that leaves room.
  const fitting = all.slice(0, mostCharacters - andMore.length);
  return fitting.slice(0, fitting.lastIndexOf(' ') + 1) + andMore;
}
