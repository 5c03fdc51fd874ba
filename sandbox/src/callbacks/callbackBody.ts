import { listOperations } from '../contract/document.ts';
import { listViolations } from '../contract/validate.ts';

const queryAnswer = listOperations().find(({ operationId }) => operationId === 'getTask');

/**
 * Lets a callback body pass that has the shape of a query answer (contract section 6).
 *
 * @throws when it has not, which is a bug of the sandbox
 */
export function checkCallbackBody<Body extends object>(body: Body): Body {
  if (!queryAnswer) throw new Error('The document has no getTask');
  const violations = listViolations(queryAnswer.answerRef, body, 'callback');
  if (violations.length > 0) throw new Error(violations.join('; '));
  return body;
}
