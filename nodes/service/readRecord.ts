import { taskField } from '../generated/contract';
import { leftOutField } from '../tasks/taskJson';
import { wrappers } from '../tasks/findTask';
import { measureJson, skipBlanks, walkJson, type Extent } from '../text/jsonExtent';

/** A JSON object of an answer, as far as it is kept. */
type Fields = Record<string, unknown>;

/**
 * What a record may take of n8n's memory, in bytes and by estimate: a task record is a few hundred.
 * n8n holds each several times over, stores it and shows it.
 */
const mostBytes = 32_000;
/** The same for the fields of the contract, whatever stands in front of them. */
const mostBytesOfContract = 16_000;
const bytesPerPart = 32;

/** Deeper nesting is left out: n8n copies and stores what it is given by recursion. */
const deepest = 20;
/** Of what is too large, its own fields are looked at one by one down to here: that takes time. */
const deepestOpened = 4;

const longestName = 200;
const mostNamed = 20;

interface Room {
  contract: number;
  further: number;
}

/**
 * Reads a JSON object, as much of it as fits into bounds: all of a usual one. Of one that is too
 * large or nested too deep, whatever fits, the contract's fields before all others, with the names
 * of the rest in `leftOut`; a list keeps its beginning. The time grows with the length only.
 *
 * @param text - the body of an answer
 * @param mayBeCut - whether a text that ends early counts, with the fields that are whole
 * @returns undefined when it is no JSON object
 */
export function readRecord(text: string, mayBeCut = false): Fields | undefined {
  const start = skipBlanks(text, 0);
  if (text[start] !== '{') return undefined;
  const extent = measureJson(text, start);
  if (!extent.isWhole && !mayBeCut) return undefined;
  if (extent.isWhole && skipBlanks(text, extent.end) < text.length) return undefined;
  if (extent.isWhole && extent.depth <= deepest && bytesOf(start, extent) <= mostBytes)
    return parse(text, start, extent.end) as Fields | undefined;
  return keepFields(text, start, { contract: mostBytesOfContract, further: mostBytes }, 1);
}

const bytesOf = (start: number, { end, parts }: Extent) => end - start + bytesPerPart * parts;

/** @returns undefined when this is no JSON */
function parse(text: string, start: number, end: number): unknown {
  try {
    return JSON.parse(text.slice(start, end));
  } catch {
    return undefined;
  }
}

/** As they stand in a text: the contract's fields, and what other services put a whole record into. */
const firstNames = new Set(
  [...Object.values<string>(taskField), ...wrappers].map((name) => JSON.stringify(name)),
);
const longestFirstName = Math.max(...[...firstNames].map(({ length }) => length));

function keepFields(text: string, start: number, room: Room, level: number): Fields {
  const kept: Array<[string, unknown]> = [];
  const leftOut = new Set<string>();
  walkJson(text, start, ([from, to], value, extent) => {
    const isFirst = to - from <= longestFirstName && firstNames.has(text.slice(from, to));
    const part = isFirst ? 'contract' : 'further';
    // Nothing fits any more: there may be many more fields.
    if (room[part] < bytesPerPart && leftOut.size === mostNamed) return false;
    const name = to - from <= longestName ? parse(text, from, to) : undefined;
    if (typeof name !== 'string') return false;
    const read = keep(text, value, extent, room, part, level);
    room[part] -= to - from;
    if (read.value !== undefined) kept.push([name, read.value]);
    if (!read.isWhole && leftOut.size < mostNamed) leftOut.add(name);
    return false;
  });
  if (leftOut.size > 0) kept.push([leftOutField, [...leftOut]]);
  // Not assigned one by one: a name such as "__proto__" must be one like any other.
  return Object.fromEntries(kept);
}

/** What is kept of a value; an object that is opened names itself what it lacks. */
function keep(
  text: string,
  start: number,
  extent: Extent,
  room: Room,
  part: keyof Room,
  level: number,
): { value?: unknown; isWhole: boolean } {
  const bytes = bytesOf(start, extent);
  if (extent.isWhole && extent.depth <= deepest - level && bytes <= room[part]) {
    room[part] -= bytes;
    const value = parse(text, start, extent.end);
    return { value, isWhole: value !== undefined };
  }
  const isOpened = /[{[]/.test(text[start] ?? '') && level < deepestOpened;
  if (!isOpened || room[part] < bytesPerPart) return { isWhole: false };
  room[part] -= 2 * bytesPerPart;
  if (text[start] === '{')
    return { value: keepFields(text, start, room, level + 1), isWhole: true };
  const beginning: unknown[] = [];
  walkJson(text, start, (_, at, inner) => {
    const read = keep(text, at, inner, room, part, level + 1);
    if (read.value !== undefined) beginning.push(read.value);
    return read.value === undefined || !read.isWhole;
  });
  return beginning.length > 0 ? { value: beginning, isWhole: false } : { isWhole: false };
}
