import type { Cluster } from '../n8n/startCluster.ts';
import { makeVideoId } from '../workflows.ts';

/** How n8n's executions stand, as its database says. */
export interface Standing {
  waiting: number;
  /** Queued or in a worker. */
  underWay: number;
  ended: number;
}

/** @param awakeId id of the execution that is not to be counted */
export async function lookAt({ postgres }: Cluster, awakeId: string): Promise<Standing> {
  const count = (condition: string) => `count(*) FILTER (WHERE ${condition})`;
  const [row] = await postgres.query(
    `SELECT ${count("status = 'waiting'")}, ${count("status IN ('new', 'running')")},
       ${count("status NOT IN ('waiting', 'new', 'running')")}
     FROM execution_entity WHERE "workflowId" = '${makeVideoId}' AND id <> ${awakeId}`,
  );
  const [waiting = 0, underWay = 0, ended = 0] = row!.map(Number);
  return { waiting, underWay, ended };
}

/** How many of the executions that wait have noted a task in their custom data. */
export async function countNoted({ postgres }: Cluster): Promise<number> {
  const [row] = await postgres.query(
    `SELECT count(*) FROM execution_metadata m JOIN execution_entity e ON e.id = m."executionId"
     WHERE e.status = 'waiting' AND m.key = 'videogen_tasks' AND m.value <> ''`,
  );
  return Number(row![0]);
}

/** The running execution with this task's id in its stored data. */
export async function findRunning(
  { postgres }: Cluster,
  taskId: string,
): Promise<string | undefined> {
  const [row] = await postgres.query(
    `SELECT e.id FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
     WHERE e.status = 'running' AND d.data LIKE '%${taskId}%'`,
  );
  return row?.[0];
}
