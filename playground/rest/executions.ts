import { parse } from 'flatted';
import type { IBinaryData, IRunExecutionData } from 'n8n-workflow';
import { StartError } from '../report.ts';
import { waitFor } from '../waitFor.ts';
import type { N8nClient } from './client.ts';

/** A stored execution. */
export interface Execution {
  id: string;
  status: string;
  startedAt: string;
  stoppedAt: string | null;
  /** When its timer wakes it, while it waits. */
  waitTill?: string | null;
  data: IRunExecutionData;
}

const ended = ['success', 'error', 'crashed', 'canceled'];

/** Runs a workflow as the editor's button does, and returns the execution's id at once. */
export async function runWorkflow(
  client: N8nClient,
  workflowId: string,
  trigger: string,
): Promise<string> {
  const { executionId } = await client.post<{ executionId: string }>(
    `/rest/workflows/${workflowId}/run`,
    { triggerToStartFrom: { name: trigger } },
  );
  return executionId;
}

/** Reads a stored execution with all its data. */
export async function readExecution(client: N8nClient, id: string): Promise<Execution> {
  const stored = await client.get<Omit<Execution, 'data'> & { data: string }>(
    `/rest/executions/${id}`,
  );
  return { ...stored, data: parse(stored.data) as IRunExecutionData };
}

/**
 * Waits until n8n has ended an execution, whatever its outcome.
 *
 * @param timeout milliseconds
 * @throws StartError when it has not ended by then
 */
export async function untilEnded(
  client: N8nClient,
  id: string,
  timeout: number,
): Promise<Execution> {
  await waitFor(
    async () => ended.includes((await readExecution(client, id)).status) || undefined,
    timeout,
    () => new StartError(`Execution ${id} has not ended after ${timeout / 1000} seconds.`),
  );
  // n8n 1 stores the data a moment after the status.
  return await readExecution(client, id);
}

/**
 * Waits until an execution has gone to sleep.
 *
 * @param timeout milliseconds
 * @returns when its timer will wake it, in milliseconds since the epoch
 * @throws StartError when it does not sleep by then
 */
export async function untilWaiting(
  client: N8nClient,
  id: string,
  timeout: number,
): Promise<number> {
  return await waitFor(
    async () => {
      const { status, waitTill } = await readExecution(client, id);
      return status === 'waiting' && waitTill ? Date.parse(waitTill) : undefined;
    },
    timeout,
    () => new StartError(`Execution ${id} does not wait after ${timeout / 1000} seconds.`),
  );
}

/** Reads a file that an execution stored. */
export async function downloadBinary(client: N8nClient, binary: IBinaryData): Promise<Response> {
  const query = new URLSearchParams({ id: binary.id!, action: 'download' });
  return client.download(`/rest/binary-data?${query}`);
}
