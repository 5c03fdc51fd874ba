import { STATUS_CODES } from 'node:http';

/**
 * How the body of an error answer is written. The contract does not show it (section 7), so the
 * sandbox picks `nested` and can be told otherwise.
 */
export type ErrorShape = 'nested' | 'flat' | 'string' | 'text';

/** An answer outside 2xx, with the sandbox's own code and a sentence for people. */
export class ServiceError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.headers = headers;
  }
}

/** Writes an error in the chosen shape; text is sent as text/plain, the rest as JSON. */
export function formatError(shape: ErrorShape, code: string, message: string): unknown {
  switch (shape) {
    case 'nested':
      return { error: { code, message } };
    case 'flat':
      return { code, message };
    case 'string':
      return { error: message };
    case 'text':
      return message;
  }
}

const codes: Record<number, string> = {
  400: 'malformed_request',
  413: 'body_too_large',
  414: 'address_too_long',
  500: 'internal_error',
};

const inWords = (status: number) =>
  (STATUS_CODES[status] ?? 'error').toLowerCase().replaceAll(/[^a-z]+/g, '_');

/** The code of an error that is not the sandbox's own. */
export const codeOf = (status: number): string => codes[status] ?? inWords(status);
