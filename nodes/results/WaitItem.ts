import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../errors/Failure';
import type { Task } from '../generated/types';

export const nothingAsked = 'Nothing was sent, and nothing was charged.';

/** An input item: the task to wait for, or what comes out without waiting. */
export type WaitItem = {
  itemIndex: number;
  /** The person's own name for the row. */
  label?: string;
  /** Its task was ordered before, under the same key. */
  orderedBefore?: true;
} & (
  | {
      taskId: string;
      timeoutMs: number;
      /** What the service answered when it made the task, where this node asked for that. */
      created?: Task;
      failure?: undefined;
      shown?: undefined;
    }
  | ({ taskId?: undefined; timeoutMs?: undefined; created?: undefined } & (
      { failure: Failure; shown?: undefined } | { failure?: undefined; shown: IDataObject }
    ))
);

/** A failure that stops the node, and the item that n8n is to show it at. */
export interface Stop {
  failure: Failure;
  itemIndex: number;
}

/** What the wait knows the item's task by; undefined for an item without a task. */
export const keyOf = ({ taskId }: WaitItem): string | undefined => taskId;

const mostRowsNamed = 5;

/** What is wrong with these items, as far as a person wants to read it. */
export function describeBadItems(items: WaitItem[]): string[] {
  const said = items.flatMap(({ failure }) => failure?.message ?? []);
  const left = said.length - mostRowsNamed;
  if (left <= 0) return said;
  const others = left === 1 ? 'row has a problem' : 'rows have problems';
  return [...said.slice(0, mostRowsNamed), `${left} more ${others} like these.`];
}
