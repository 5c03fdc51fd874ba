import { requestField } from 'video-generation-openapi/constants';
import { ServiceError } from '../http/errors.ts';
import { type FaultName } from './fault.ts';

type Refusal = ConstructorParameters<typeof ServiceError>;

const refusals: Partial<Record<FaultName, Refusal>> = {
  'rate-limit-bare': [
    429,
    'rate_limit_exceeded',
    'Too many requests',
    { suggestion: 'retry after 60 seconds' },
  ],
  'no-credit': [
    402,
    'insufficient_quota',
    'The balance of this account is too low',
    { suggestion: 'top up your account' },
  ],
  'model-closed': [
    403,
    'model_access_denied',
    'Access denied for this model',
    { param: requestField.model, suggestion: 'use a model that your key has access to' },
  ],
  'model-unknown': [
    404,
    'model_not_found',
    'Specified model not found',
    { param: requestField.model, suggestion: 'check the name of the model' },
  ],
  blocked: [
    400,
    'content_policy_violation',
    'The prompt was blocked by the content policy',
    { param: requestField.prompt, suggestion: 'change the prompt' },
  ],
};

/**
 * The refusal that a fault stands for, in the words of public services, if it is one.
 *
 * @param suggestion - what to advise instead of the usual
 */
export function findRefusal(name: FaultName, suggestion?: string): ServiceError | undefined {
  const refusal = refusals[name];
  if (!refusal) return undefined;
  const [status, code, message, details] = refusal;
  return new ServiceError(status, code, message, { ...details, ...(suggestion && { suggestion }) });
}

const failures: Record<string, string> = {
  content_policy_violation: 'The content was rejected by the content policy',
  generation_timeout: 'The generation took too long',
  image_processing_error: 'An input image could not be processed',
  invalid_parameters: 'The parameters do not fit this model',
  request_cancelled: 'The request was cancelled',
  resource_exhausted: 'There is no capacity at the moment',
  service_error: 'The service had an internal problem',
};

/** What a task that was asked to fail with a code says; codes are words that public services use. */
export const failureMessage = (code: string): string =>
  failures[code] ?? 'The task was asked to fail';
