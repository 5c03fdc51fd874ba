import { downloadBinary, readExecution, type Execution } from '../../../playground/index.ts';
import type { Cluster } from '../n8n/startCluster.ts';
import { makeVideoId } from '../workflows.ts';

/** What became of an execution of the workflow that makes a video. */
export interface Outcome {
  executionId: string;
  status: string;
  /** What was asked of it. */
  prompt: string;
  /** The task that it created. */
  createdTask?: string;
  /** The task that it came out with. */
  finishedTask?: string;
  /** Content of the file that it downloaded. */
  file?: string;
}

/** Reads all executions that were to make a video back from n8n. */
export async function readOutcomes(cluster: Cluster): Promise<Outcome[]> {
  const rows = await cluster.postgres.query(
    `SELECT id FROM execution_entity WHERE "workflowId" = '${makeVideoId}' ORDER BY id`,
  );
  const outcomes: Outcome[] = [];
  for (const [id] of rows) outcomes.push(await readOutcome(cluster, id!));
  return outcomes;
}

async function readOutcome({ client }: Cluster, executionId: string): Promise<Outcome> {
  const execution = await readExecution(client, executionId);
  const order = itemOf(execution, 'Webhook')?.json as { body: { prompt: string } } | undefined;
  const created = itemOf(execution, 'Create Video')?.json.id;
  const have = itemOf(execution, 'Have Video');
  const binary = have?.binary?.data;
  return {
    executionId,
    status: execution.status,
    prompt: order?.body.prompt ?? 'not stored',
    ...(created !== undefined && { createdTask: String(created) }),
    ...(have && { finishedTask: String(have.json.id) }),
    ...(binary && { file: await (await downloadBinary(client, binary)).text() }),
  };
}

const itemOf = ({ data }: Execution, node: string) =>
  data.resultData.runData[node]
    ?.at(-1)
    ?.data?.main?.flat()
    .find((item) => item !== null);
