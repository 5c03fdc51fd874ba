import { type Answer } from './ask.ts';

type Said = (words: unknown) => string;

const depthLimit = 3;
const fieldLimit = 12;

/**
 * The shape of a JSON value in one line: names and types, no values, so that no report carries
 * anything private of the account.
 *
 * @param said - makes a name that the server gave fit for the report
 */
export function shapeOf(value: unknown, said: Said, depth = 0): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${shapeOf(value[0], said, depth + 1)}]`;
  if (typeof value !== 'object') return typeof value;
  if (depth === depthLimit) return '{…}';
  const entries = Object.entries(value);
  const fields = entries
    .slice(0, fieldLimit)
    .map(([name, field]) => `${said(name)}: ${shapeOf(field, said, depth + 1)}`);
  if (entries.length > fieldLimit) fields.push('…');
  return `{${fields.join(', ')}}`;
}

/** The shape of a body, JSON or not. */
export function bodyShape({ json, text, headers }: Answer, said: Said): string {
  if (json !== undefined) return shapeOf(json, said);
  if (text === '') return 'no body';
  const type = headers.get('content-type')?.split(';')[0];
  return `${type ? said(type) : 'no content type'}, not JSON`;
}

/** Length and alphabet of an identifier, without the identifier. */
export function alphabetOf(id: string): string {
  const classes = [
    [/[a-z]/, 'a-z'],
    [/[A-Z]/, 'A-Z'],
    [/[0-9]/, '0-9'],
  ] as const;
  const known = classes.filter(([pattern]) => pattern.test(id)).map(([, name]) => name);
  const others = [...new Set(id.replace(/[a-zA-Z0-9]/g, ''))];
  return `${id.length} characters of ${[...known, ...others].join(' ')}`;
}

const telling = /rate-?limit|^retry-after$|^deprecation$|^sunset$/i;

/** Names of the headers by which a server tells of limits or of its end. */
export const tellingHeaders = ({ headers }: Answer): string[] =>
  [...headers.keys()].filter((name) => telling.test(name));
