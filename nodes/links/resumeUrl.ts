import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Where Wait for Video listens, below the address that resumes an execution. n8n gives that address
 * to whatever node waits at the time, and its own Wait node listens there without a path: without
 * one of our own, a late callback would resume that node in our stead.
 */
export const resumePath = 'videogen-callback';

const known = new WeakMap<IExecuteFunctions, string>();

/**
 * The address at which the service wakes Wait for Video in this execution. Read once in a visit, for
 * all items: n8n takes some milliseconds for an expression.
 *
 * @param context - the running node
 */
export function readResumeUrl(context: IExecuteFunctions): string {
  const read = known.get(context) ?? resumeUrlOf(context);
  known.set(context, read);
  return read;
}

function resumeUrlOf(context: IExecuteFunctions): string {
  const url = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
  const [address, ...query] = url.split('?');
  return [`${address}/${resumePath}`, ...query].join('?');
}
