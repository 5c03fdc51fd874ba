import type { Failure } from '../errors/Failure';

export const nothingAsked = 'Nothing was asked of the service, and nothing was charged.';

/** An input item: the task it names and how long to wait for it, or what is wrong with it. */
export type WaitItem =
  | { itemIndex: number; taskId: string; timeoutMs: number; failure?: undefined }
  | { itemIndex: number; taskId?: undefined; timeoutMs?: undefined; failure: Failure };

const mostRowsNamed = 5;

/** What is wrong with these items, as far as a person wants to read it. */
export function describeBadItems(items: WaitItem[]): string[] {
  const said = items.flatMap(({ failure }) => failure?.message ?? []);
  const left = said.length - mostRowsNamed;
  if (left <= 0) return said;
  const others = left === 1 ? 'row has a problem' : 'rows have problems';
  return [...said.slice(0, mostRowsNamed), `${left} more ${others} like these.`];
}
