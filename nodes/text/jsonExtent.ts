const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** How far a value reaches in a JSON text, and what reading it would come to. */
export interface Extent {
  /** Behind its last character. */
  end: number;
  /** Whether the text goes on long enough; a number counts only with what follows it. */
  isWhole: boolean;
  /** How deep it is nested: 0 for a text or a number. */
  depth: number;
  /** About how many values and names are in it. */
  parts: number;
}

/**
 * Measures a value without reading it: in one pass, without recursion, and without making anything.
 *
 * @param start - where the value begins
 */
export function measureJson(text: string, start: number): Extent {
  const first = text.charCodeAt(start);
  if (first === quote) {
    const end = endOfString(text, start);
    return { end: end ?? text.length, isWhole: end !== undefined, depth: 0, parts: 1 };
  }
  if (first !== openBrace && first !== openBracket) {
    const end = endOfToken(text, start);
    return { end, isWhole: end > start && end < text.length, depth: 0, parts: 1 };
  }
  let open = 0;
  let depth = 0;
  let parts = 1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      if (end === undefined) break;
      at = end - 1;
    } else if (code === comma || code === colon) parts++;
    else if (code === openBrace || code === openBracket) {
      parts++;
      open++;
      if (open > depth) depth = open;
    } else if (code === closeBrace || code === closeBracket) {
      open--;
      if (open === 0) return { end: at + 1, isWhole: true, depth, parts };
    }
  }
  return { end: text.length, isWhole: false, depth, parts };
}

/**
 * Goes through what is directly in an object or an array, as far as the text is good.
 *
 * @param start - where the object or the array begins
 * @param visit - is told where the name stands in the text (empty in an array), where the value
 *   begins, and how far it reaches; returns true for the last one it wants
 */
export function walkJson(
  text: string,
  start: number,
  visit: (name: readonly [from: number, to: number], value: number, extent: Extent) => boolean,
): void {
  const isObject = text.charCodeAt(start) === openBrace;
  for (let at = skipBlanks(text, start + 1); at < text.length;) {
    let name: readonly [number, number] = [at, at];
    if (isObject) {
      const end = text.charCodeAt(at) === quote ? endOfString(text, at) : undefined;
      if (end === undefined) return;
      name = [at, end];
      at = skipBlanks(text, end);
      if (text.charCodeAt(at) !== colon) return;
      at = skipBlanks(text, at + 1);
    }
    const extent = measureJson(text, at);
    if (extent.end === at || visit(name, at, extent)) return;
    at = skipBlanks(text, extent.end);
    if (text.charCodeAt(at) !== comma) return;
    at = skipBlanks(text, at + 1);
  }
}

/** Where a text begins behind its blanks and its byte order mark. */
export function skipBlanks(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

const isBlank = (code: number) =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;

/** Behind the closing quote; undefined where the text ends before. */
function endOfString(text: string, start: number): number | undefined {
  for (let from = start + 1; ;) {
    const at = text.indexOf('"', from);
    if (at < 0) return undefined;
    let escapes = at - 1;
    while (text.charCodeAt(escapes) === backslash) escapes--;
    if ((at - 1 - escapes) % 2 === 0) return at + 1;
    from = at + 1;
  }
}

function endOfToken(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === comma || code === closeBracket || code === closeBrace || isBlank(code)) break;
  }
  return at;
}
