/** Text that is cut short counts as a token, so that the search goes on behind it and ends. */
const tokens = /"(?:[^"\\]|\\.?)*(?:"|$)|[^\s"{}[\]:,]+|[{}[\]:,]/gs;

/** A text or a number in a JSON text, and the names on the way to it. */
export interface Field {
  path: string[];
  /** As it is written: a number has all its digits. */
  value: string;
}

/**
 * Reads the fields of a JSON text one after another, also of one that broke off. A value that is
 * itself cut short is left out. The time grows with the length of the text only.
 */
export function* fieldsIn(text: string): Generator<Field> {
  const path: string[] = [];
  const open: string[] = [];
  let name: string | undefined;
  let isValue = false;
  for (const match of text.matchAll(tokens)) {
    const [token] = match;
    if (token === '{' || token === '[') {
      open.push(token);
      path.push(name ?? '');
      name = undefined;
      isValue = token === '[';
    } else if (token === '}' || token === ']') {
      open.pop();
      path.pop();
      isValue = false;
    } else if (token === ':') isValue = true;
    else if (token === ',') {
      name = undefined;
      isValue = open.at(-1) === '[';
    } else if (!isValue) name = readToken(token);
    else {
      // A number that ends with the text may have lost digits.
      const isWhole = token.startsWith('"') || match.index + token.length < text.length;
      const value = isWhole ? readToken(token) : undefined;
      if (value !== undefined) yield { path: wayTo(path, name), value };
      isValue = false;
    }
  }
}

/** The last names only: of what is nested thousands deep, nobody reads the first. */
const wayTo = (path: readonly string[], name: string | undefined): string[] =>
  [...path.slice(-8), name ?? ''].filter((one) => one !== '');

function readToken(token: string): string | undefined {
  if (/^-?\d/.test(token)) return token;
  try {
    const read: unknown = JSON.parse(token);
    return typeof read === 'string' ? read : undefined;
  } catch {
    return undefined;
  }
}
