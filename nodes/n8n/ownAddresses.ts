/** Where n8n answers for one execution. Both carry the token without which it refuses. */
export type OwnAddresses = ReturnType<typeof readOwnAddresses>;

/**
 * Where a node of ours listens, below the address that resumes an execution. n8n's own Wait node
 * listens there without a path, and a late callback would resume it in our stead.
 */
export const resumePath = 'video-callback';

/** Reads the addresses of the running execution, while its expressions can be evaluated. */
export function readOwnAddresses(context: {
  evaluateExpression(expression: string, itemIndex: number): unknown;
}) {
  const read = (property: string, path: string) => {
    const url = new URL(String(context.evaluateExpression(`{{ $execution.${property} }}`, 0)));
    url.pathname += `/${path}`;
    return url.href;
  };
  return {
    /** A POST wakes the execution while it sleeps. */
    resumeUrl: read('resumeUrl', resumePath),
    /**
     * A GET says what state the execution is in, and changes nothing: n8n's form pages ask while they
     * wait. Other calls to an execution that runs or is over leave an error in n8n's log.
     */
    statusUrl: read('resumeFormUrl', 'n8n-execution-status'),
  };
}
