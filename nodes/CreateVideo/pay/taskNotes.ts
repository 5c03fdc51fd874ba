import type { StoreRow } from '../../n8n/storeRows';

/** What came of an order that was or may have been taken: its task, where the ID is known. */
export interface TaskNote {
  taskId?: string;
}

/**
 * Task IDs in a store that can only be asked whether it has an entry: each bit of an ID is one, that
 * is there for a 1 and not there for a 0. To ask records what was not there, so that is removed
 * again. Who is killed between the two leaves bits too many, and so does a key that was forgotten and
 * ordered anew: the checksum tells, and then nobody knows the ID.
 */
const bitsOfLength = 8;
const bitsOfChecksum = 24;
const bitsOfHead = bitsOfLength + bitsOfChecksum;
const bitsOfCharacter = 7;
const longestId = 2 ** bitsOfLength - 1;

/** An order's notes live in one of so many rows, so that each of them is short. */
const rows = 512;

/** A row takes new notes for a period, and is dropped after another. */
const periodMs = 30 * 24 * 60 * 60_000;
const periodNow = () => Math.floor(Date.now() / periodMs);

const markOf = (orderKey: string) => `noted ${orderKey}`;
const bitOf = (orderKey: string, place: number) => `bit ${place} of ${orderKey}`;

/** The names of all bits of a number, lowest first. */
const bitsAt = (orderKey: string, place: number, bits: number): string[] =>
  Array.from({ length: bits }, (_, bit) => bitOf(orderKey, place + bit));

const characterPlace = (index: number) => bitsOfHead + index * bitsOfCharacter;

/** Spreads evenly; no secret hangs on it. */
function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++)
    hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0;
  return hash;
}

const checksumOf = (id: string) => hashOf(id) % 2 ** bitsOfChecksum;
const rowNumberOf = (orderKey: string) => hashOf(orderKey) % rows;

function encode(orderKey: string, { taskId }: TaskNote): string[] {
  const isPlain =
    taskId !== undefined && taskId.length <= longestId && /^[\x20-\x7e]+$/.test(taskId);
  const id = isPlain ? taskId : '';
  const ones = (value: number, place: number, bits: number) =>
    bitsAt(orderKey, place, bits).filter((_, bit) => (value >> bit) & 1);
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

function byRow<T>(orders: Iterable<T>, keyOf: (order: T) => string): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const order of orders) {
    const number = rowNumberOf(keyOf(order));
    groups.set(number, [...(groups.get(number) ?? []), order]);
  }
  return groups;
}

type Beside = (name: string) => StoreRow;
const rowOf = (beside: Beside, period: number, number: number) =>
  beside(`tasks ${period} ${number}`);

/** Notes down what came of orders, for other processes and later days. */
export async function writeNotes(
  beside: Beside,
  notes: ReadonlyMap<string, TaskNote>,
): Promise<void> {
  const period = periodNow();
  for (const [number, ofRow] of byRow(notes, ([orderKey]) => orderKey)) {
    const row = rowOf(beside, period, number);
    if ((await row.count()) === 0) await rowOf(beside, period - 2, number).drop();
    await row.record(ofRow.flatMap(([orderKey, note]) => encode(orderKey, note)));
  }
}

/** Reads what was noted of orders, as far as anything was. */
export async function readNotes(
  beside: Beside,
  orderKeys: readonly string[],
): Promise<Map<string, TaskNote>> {
  const notes = new Map<string, TaskNote>();
  const period = periodNow();
  for (const [number, ofRow] of byRow(orderKeys, (orderKey) => orderKey))
    for (const row of [rowOf(beside, period, number), rowOf(beside, period - 1, number)]) {
      const wanted = ofRow.filter((orderKey) => !notes.has(orderKey));
      if (wanted.length > 0 && (await row.count()) > 0)
        for (const [orderKey, note] of await readRow(row, wanted)) notes.set(orderKey, note);
    }
  return notes;
}

async function readRow(
  row: StoreRow,
  orderKeys: readonly string[],
): Promise<Array<[string, TaskNote]>> {
  const added: string[] = [];
  const ask = async (entries: string[]) => {
    const fresh = await row.record(entries);
    added.push(...fresh);
    return new Set(entries.filter((entry) => !fresh.has(entry)));
  };
  try {
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
  } finally {
    if (added.length > 0) await row.remove(added);
  }
}
