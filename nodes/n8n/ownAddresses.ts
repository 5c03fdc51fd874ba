import type { IExecuteFunctions } from 'n8n-workflow';
import { resumePath } from '../links/resumeUrl';

/** Where n8n answers for one execution. Both carry the token without which it refuses. */
export interface OwnAddresses {
  /** A POST wakes the execution while it sleeps. */
  resumeUrl: string;
  /** A GET says what state the execution is in, and changes nothing. */
  statusUrl: string;
}

// What n8n's own form pages ask while they wait. Other calls to an execution that runs or is over
// leave an error in n8n's log; this one never does.
const statusPath = 'n8n-execution-status';

/**
 * Reads the addresses of the running execution, while its expressions can be evaluated.
 *
 * @param context - the running node
 */
export function readOwnAddresses(context: IExecuteFunctions): OwnAddresses {
  const [resumeUrl, formUrl] = context.evaluateExpression(
    '{{ [$execution.resumeUrl, $execution.resumeFormUrl] }}',
    0,
  ) as unknown as [string, string | undefined];
  return {
    resumeUrl: below(resumeUrl, resumePath),
    statusUrl: below(formUrl ?? resumeUrl, statusPath),
  };
}

function below(url: string, path: string): string {
  const [address, ...query] = String(url).split('?');
  return [`${address}/${path}`, ...query].join('?');
}
