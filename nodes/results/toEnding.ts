import type { Failure, Row } from '../errors/Failure';
import type { Task } from '../generated/types';
import type { StoredFile } from '../service/download/n8nFiles';
import { keepApart, taskJson, type Fields } from '../tasks/taskJson';
import type { WaitItem } from './WaitItem';

/** What came of a task. */
export type TaskEnding =
  | { failure: Failure }
  | {
      failure?: undefined;
      /** What the service told of it. */
      task: Task | undefined;
      /** What the node says of it besides. */
      own?: Fields;
      file?: StoredFile;
    };

/** What came of one input item. */
export type Ending = { itemIndex: number } & (
  | { failure: Failure }
  | { failure?: undefined; json: Fields; file?: StoredFile }
  /** What was asked to be shown in place of a task: it comes out as it is. */
  | { failure?: undefined; json?: undefined; shown: Fields }
);

/**
 * What came of an item, with what the node knows of its row.
 *
 * @param endingOf - what came of its task, where it has one
 */
export function toEnding(item: WaitItem, endingOf: (taskId: string) => TaskEnding): Ending {
  const { itemIndex, taskId, paid, label, orderKey, shown = {} } = item;
  const ofRow = {
    ...(label !== undefined && { label }),
    ...(orderKey !== undefined && { orderedBefore: true, orderKey }),
  };
  if (item.failure !== undefined) return { itemIndex, failure: { ...item.failure, ...ofRow } };
  if (taskId === undefined) return { itemIndex, shown };
  const ending = endingOf(taskId);
  if (ending.failure !== undefined) return { itemIndex, failure: { ...ending.failure, ...ofRow } };
  const { task, own, file } = ending;
  const { id, ...told } = taskJson(taskId, task);
  const ofNode = { ...(paid !== undefined && { paid }), ...ofRow, ...own };
  const json = { id, ...keepApart(told, ofNode) };
  return { itemIndex, json, ...(file !== undefined && { file }) };
}

/** What came of an item, for the details of an error that stops the node. */
export function toRow({ itemIndex, label, taskId, paid }: WaitItem, ending: Ending): Row {
  const row = { row: itemIndex + 1, ...(label !== undefined && { label }) };
  const { failure } = ending;
  if (failure !== undefined)
    return {
      ...row,
      paid: failure.paid,
      ...(failure.taskId !== undefined && { taskId: failure.taskId }),
      ...(failure.ids !== undefined && { ids: failure.ids }),
      reason: failure.reason,
      ...(failure.videoUrl !== undefined && { videoUrl: failure.videoUrl }),
    };
  if (taskId === undefined || ending.json === undefined)
    return { ...row, paid: 'no', reason: 'notSent' };
  const { videoUrl } = ending.json;
  const video = videoUrl === undefined ? {} : { videoUrl: String(videoUrl) };
  return { ...row, paid: paid ?? 'yes', taskId, ...video };
}
