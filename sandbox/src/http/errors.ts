import { STATUS_CODES } from 'node:http';

/**
 * How the body of an error answer is written. The contract does not show it (section 7), so the
 * sandbox picks `nested` and can be told otherwise; `detailed` is what public services document.
 */
export const errorShapes = ['nested', 'detailed', 'flat', 'string', 'text'] as const;

export type ErrorShape = (typeof errorShapes)[number];

/** What an error tells beside its status, code and message. */
interface Details {
  headers?: Record<string, string>;
  /** The request field that is wrong. */
  param?: string | undefined;
  /** What the service advises to do. */
  suggestion?: string;
}

/** An answer outside 2xx, with the sandbox's own code and a sentence for people. */
export class ServiceError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly details: Details;

  constructor(statusCode: number, code: string, message: string, details: Details = {}) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.details = details;
  }
}

const types: Record<number, string> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

const typeOf = (status: number) =>
  types[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');

/** Writes an error in the chosen shape; text is sent as text/plain, the rest as JSON. */
export function formatError(
  shape: ErrorShape,
  { statusCode, code, message, details: { param, suggestion } }: ServiceError,
  requestId: string,
): unknown {
  switch (shape) {
    case 'nested':
      return { error: { code, message } };
    case 'detailed':
      return {
        error: {
          code,
          message,
          type: typeOf(statusCode),
          param,
          fallback_suggestion: suggestion,
          request_id: requestId,
        },
      };
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
