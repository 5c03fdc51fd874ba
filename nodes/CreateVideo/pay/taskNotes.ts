import { pageRow, type Beside, type Page } from './drawPages';
import { hashOf } from './hashOf';
import { lookInto } from './lookInto';

/** What came of an order that was or may have been taken: its task, where the ID is known. */
export interface TaskNote {
  taskId?: string;
}

/**
 * Task IDs in a store that can only be asked whether it has an entry: each bit of an ID is one, that
 * is there for a 1 and not there for a 0. Who is killed while it asks leaves bits too many, and so
 * does a key that was forgotten and ordered anew: the checksum tells, and then nobody knows the ID.
 */
const bitsOfLength = 8;
const bitsOfChecksum = 24;
const bitsOfHead = bitsOfLength + bitsOfChecksum;
const bitsOfCharacter = 7;
const longestId = 2 ** bitsOfLength - 1;

const markOf = (orderKey: string) => `noted ${orderKey}`;
const bitOf = (orderKey: string, place: number) => `bit ${place} of ${orderKey}`;

/** The names of all bits of a number, lowest first. */
const bitsAt = (orderKey: string, place: number, bits: number): string[] =>
  Array.from({ length: bits }, (_, bit) => bitOf(orderKey, place + bit));

const characterPlace = (index: number) => bitsOfHead + index * bitsOfCharacter;

const checksumOf = (id: string) => hashOf(id) % 2 ** bitsOfChecksum;

function encode(orderKey: string, { taskId }: TaskNote): string[] {
  const isPlain =
    taskId !== undefined && taskId.length <= longestId && /^[\x20-\x7e]+$/.test(taskId);
  const id = isPlain ? taskId : '';
  const ones = (value: number, place: number, bits: number) =>
    Array.from({ length: bits }, (_, bit) => bit).flatMap((bit) =>
      (value >> bit) & 1 ? [bitOf(orderKey, place + bit)] : [],
    );
  return [
    markOf(orderKey),
    ...ones(id.length, 0, bitsOfLength),
    ...ones(checksumOf(id), bitsOfLength, bitsOfChecksum),
    ...Array.from(id, (character, index) =>
      ones(character.charCodeAt(0), characterPlace(index), bitsOfCharacter),
    ).flat(),
  ];
}

const numberOf = (entries: readonly string[], known: ReadonlySet<string>): number =>
  entries.reduce((value, entry, bit) => value + (known.has(entry) ? 2 ** bit : 0), 0);

/** Puts together what belongs to the same page. */
function byPage<T>(all: Iterable<[T, Page]>): Array<[Page, T[]]> {
  const groups = new Map<string, [Page, T[]]>();
  for (const [one, page] of all) {
    const name = `${page.period} ${page.number}`;
    const group = groups.get(name);
    if (group) group[1].push(one);
    else groups.set(name, [page, [one]]);
  }
  return [...groups.values()];
}

/** Notes down what came of orders, for other processes and later days: one write for each page. */
export async function writeNotes(
  beside: Beside,
  notes: ReadonlyMap<string, TaskNote>,
  pages: ReadonlyMap<string, Page>,
): Promise<void> {
  const placed = Array.from(notes, (note) => [note, pages.get(note[0])!] as [typeof note, Page]);
  for (const [page, ofPage] of byPage(placed))
    await pageRow(beside, page).record(ofPage.flatMap(([key, note]) => encode(key, note)));
}

/**
 * Reads what was noted of orders, as far as anything was.
 *
 * @param pages - those on which the note of each may be
 */
export async function readNotes(
  beside: Beside,
  pages: ReadonlyMap<string, readonly Page[]>,
): Promise<Map<string, TaskNote>> {
  const notes = new Map<string, TaskNote>();
  const placed = Array.from(pages, ([key, ofKey]) =>
    ofKey.map((page) => [key, page] as [string, Page]),
  ).flat();
  for (const [page, orderKeys] of byPage(placed)) {
    const row = pageRow(beside, page);
    if ((await row.count()) === 0) continue;
    for (const [key, note] of await readRow(row, orderKeys))
      if (notes.get(key)?.taskId === undefined) notes.set(key, note);
  }
  return notes;
}

const readRow = async (
  row: ReturnType<typeof pageRow>,
  orderKeys: readonly string[],
): Promise<Array<[string, TaskNote]>> =>
  await lookInto(row, async (ask) => {
    const heads = await ask(
      orderKeys.flatMap((key) => [markOf(key), ...bitsAt(key, 0, bitsOfHead)]),
    );
    const lengths = orderKeys
      .filter((key) => heads.has(markOf(key)))
      .map((key) => [key, numberOf(bitsAt(key, 0, bitsOfLength), heads)] as const);
    const placesOf = (key: string, length: number) =>
      Array.from({ length }, (_, index) => bitsAt(key, characterPlace(index), bitsOfCharacter));
    const asked = lengths.flatMap(([key, length]) => placesOf(key, length).flat());
    const bits = asked.length > 0 ? await ask(asked) : new Set<string>();
    return lengths.map(([key, length]) => {
      const codes = placesOf(key, length).map((entries) => numberOf(entries, bits));
      const taskId = String.fromCharCode(...codes);
      const checksum = numberOf(bitsAt(key, bitsOfLength, bitsOfChecksum), heads);
      return [key, length > 0 && checksumOf(taskId) === checksum ? { taskId } : {}];
    });
  });
