import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { bounds } from '../bounds.ts';
import { ServiceError } from './errors.ts';

/** Whether lists and objects in a JSON text are nested deeper than a number of levels. */
export function isDeeper(text: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (inString) {
      if (letter === '\\') index += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '[' || letter === '{') {
      depth += 1;
      if (depth > levels) return true;
    } else if (letter === ']' || letter === '}') depth -= 1;
  }
  return false;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const malformed = (message: string) => new ServiceError(400, 'malformed_request', message);

/**
 * Reads a body as JSON. Names such as `__proto__` are names like any other: nothing here assigns
 * by a name from outside.
 *
 * @throws ServiceError 400 or 422
 */
export function parseJson(body: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw malformed('The body is not UTF-8');
  }
  if (isDeeper(text, bounds.jsonLevels))
    throw new ServiceError(
      422,
      'invalid_request',
      `The body is nested deeper than ${bounds.jsonLevels} levels`,
    );
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON');
  }
}

/** Lets the app take JSON bodies and no others. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => parseJson(body),
  );
}
