const key = 'video_tasks';
/** n8n has room for 10 in an execution, and most of it is the user's. */
const mostKeys = 4;
/** n8n writes an error into its log about a longer value. */
const mostCharacters = 255;
const between = ', ';
const andMore = '…';

/**
 * Notes the tasks of a sleeping execution in its custom data, which n8n stores apart from it: in
 * queue mode n8n can lose what an execution had stored, and keeps this.
 */
export function noteInCustomData(
  customData: { getAll(): Record<string, string>; set(name: string, value: string): void },
  taskIds: readonly string[],
): void {
  const before = customData.getAll();
  const values = packTaskIds(taskIds);
  for (let index = 0; index < mostKeys; index++) {
    const name = index === 0 ? key : `${key}_${index + 1}`;
    // What an earlier sleep has noted cannot be taken away.
    const value = values[index] ?? (name in before ? '' : undefined);
    if (value !== undefined) customData.set(name, value);
  }
}

/**
 * Packs IDs into few short values.
 *
 * @returns as many as fit; the last value ends with "…" if some did not
 */
export function packTaskIds(taskIds: readonly string[]): string[] {
  const room = mostCharacters - between.length - andMore.length;
  const values: string[] = [];
  for (const id of taskIds) {
    const last = values.at(-1);
    const longer = last === undefined ? id : last + between + id;
    if (longer.length <= room) values.splice(-1, 1, longer);
    else if (id.length <= room && values.length < mostKeys) values.push(id);
    else return [...values.slice(0, -1), [...values.slice(-1), andMore].join(between)];
  }
  return values;
}
