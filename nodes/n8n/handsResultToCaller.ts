import * as n8nWorkflow from 'n8n-workflow';

/**
 * Whether this version of n8n gives the caller of a sub-workflow what that made, or how it failed,
 * also when it slept meanwhile. n8n 1 gives the caller its own items back; early versions of n8n 2
 * do so when the sub-workflow fails. This name came in with the last of their mends.
 */
export const handsResultToCaller = (): boolean => 'WAIT_FOR_SUB_EXECUTION' in n8nWorkflow;
